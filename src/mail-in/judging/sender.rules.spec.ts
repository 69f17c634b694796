import { receivedMailOf } from '../message/message.js';
import type { MailAddress, ReceivedMail } from '../message/received-mail.js';
import {
  checkSender,
  isAuthenticated,
  isCalledForged,
  mayAddParticipants,
  participantsOf,
  relayedSenderOf,
  senderOf,
} from './sender.rules.js';

const read = (...lines: readonly string[]): ReceivedMail =>
  receivedMailOf(Buffer.from([...lines, '', 'Hello'].join('\r\n')));

function sender(...lines: readonly string[]): string | null {
  const found = senderOf(read(...lines));
  return found && `${found.name} <${found.address}>`;
}

it('From says who speaks, with a decoded name.', () => {
  expect(sender('From: =?iso-8859-1?Q?J=F6rg?= <joerg@customer.example>')).toBe(
    'Jörg <joerg@customer.example>',
  );
  expect(sender('From: joerg@customer.example (Jörg)')).toBe('Jörg <joerg@customer.example>');
  expect(sender('From: Team: joerg@customer.example;')).toBe(' <joerg@customer.example>');
  expect(sender('From: a@customer.example', 'From: A@customer.example')).toBe(' <a@customer.example>');
});

describe('A mail with', () => {
  const MEMBER = 'jones@acme.example';
  // Nobody may read any of these as a mail of the member.
  it.each([
    ['no From', 'Subject: x', null],
    ['an empty From', 'From:', null],
    ['a name alone', 'From: jones', null],
    ['an empty group', 'From: undisclosed-recipients:;', null],
    ['another address in the name', `From: "${MEMBER}" <m@evil.example>`, ' <m@evil.example>'],
    ['another address in the comment', `From: m@evil.example (${MEMBER})`, ' <m@evil.example>'],
    [
      'an encoded address in the name',
      `From: =?utf-8?Q?jones=40acme.example?= <m@evil.example>`,
      ' <m@evil.example>',
    ],
    [
      'an encoded pair before another',
      'From: =?utf-8?Q?=3Cjones=40acme.example=3E=2C?= <m@evil.example>',
      ' <m@evil.example>',
    ],
    ['a quoted local part', 'From: "jones@acme.example"@evil.example', null],
    ['NUL inside', 'From: jones@acme.example\0@evil.example', null],
    ['NUL before the end', 'From: <jones\0@acme.example>', null],
    ['a bare line feed', 'From: m@evil.example\nX: y\nReply-To: jones@acme.example', ' <m@evil.example>'],
    ['a bare carriage return', `From: m@evil.example\rFrom: ${MEMBER}`, 'not the member'],
    ['a folded second line', `From: m@evil.example\r\n From: ${MEMBER}`, 'not the member'],
    ['an invisible character', 'From: jones\u200b@acme.example', null],
    ['a full-width at sign', 'From: jones＠acme.example', null],
    ['a name of two lines', 'From: "Jones\r\n Acme" <m@evil.example>', 'Jones Acme <m@evil.example>'],
    ['Sender', `From: m@evil.example\r\nSender: ${MEMBER}`, ' <m@evil.example>'],
    ['Resent-From', `From: m@evil.example\r\nResent-From: ${MEMBER}`, ' <m@evil.example>'],
    ['an address of nobody', 'From: a@b.invalid', null],
    [
      'a header that only looks like From',
      `\u00a0From: ${MEMBER}\r\nFrom: m@evil.example`,
      ' <m@evil.example>',
    ],
    ['From after the words', `From: m@evil.example\r\n\r\nFrom: ${MEMBER}`, ' <m@evil.example>'],
  ])('%s', (_shape, header, expected) => {
    const found = sender(header);
    if (expected === 'not the member') expect(found ?? '').not.toMatch(/<jones@acme\.example>/);
    else expect(found).toBe(expected);
  });
});

describe('Of several addresses in From', () => {
  it.each([
    ['the first one speaks', ['From: one@customer.example, two@customer.example'], 'one'],
    [
      'the one that Sender names does',
      ['From: one@customer.example, Two <two@customer.example>', 'Sender: TWO@customer.example'],
      'two',
    ],
    [
      'Sender names none of them',
      ['From: one@customer.example, two@customer.example', 'Sender: eve@customer.example'],
      'one',
    ],
    ['they stand in several headers', ['From : one@customer.example', 'From: two@customer.example'], 'one'],
    [
      'they stand in groups',
      ['From: Team: one@customer.example;, two@customer.example', 'Sender: two@customer.example'],
      'two',
    ],
    ['the first one is none', ['From: nobody, one@customer.invalid, two@customer.example'], 'two'],
  ])('when %s', (_what, lines, name) => {
    expect(sender(...lines)).toMatch(new RegExp(`<${name}@customer\\.example>`));
  });

  it('none is proven, because nobody knows which of them the server has judged', () => {
    const lines = [
      'From: jones@acme.example, m@evil.example',
      `${RESULTS} dmarc=pass header.from=acme.example`,
    ];
    expect(isAuthenticated(read(...lines), { name: '', address: 'jones@acme.example' }, ID)).toBe(false);
    expect(isAuthenticated(read(...lines.slice(1)), { name: '', address: 'jones@acme.example' }, ID)).toBe(
      false,
    );
  });
});

it.each([
  ['kim@my_shop.example', 'kim@my_shop.example'],
  ['kim@customer.example.', 'kim@customer.example'],
  ['root@localhost', 'root@localhost'],
  ['kim..lee.@docomo.example', 'kim..lee.@docomo.example'],
  ['kim@[192.0.2.1]', 'kim@[192.0.2.1]'],
])('%s takes mail, so it may speak.', (address, shown) => {
  expect(sender(`From: Kim <${address}>`)).toBe(`Kim <${shown}>`);
  expect(sender(`From: ${address}`)).toBe(` <${shown}>`);
});

it.each([
  'kim',
  'kim@',
  '@customer.example',
  'kim@@customer.example',
  'kim@-shop',
  'kim@shop..example',
  `${'k'.repeat(65)}@x`,
])('%s takes no mail.', (address) => {
  expect(checkSender(address)).not.toBeNull();
  expect(sender(`From: <${address}>`)).toBeNull();
});

describe('A mail of a contact form', () => {
  const FORM = 'From: Shop <No-Reply@shop.example>';
  const relayed = (...lines: readonly string[]): string | undefined =>
    relayedSenderOf(read(...lines), ['no-reply@shop.example'], (address) => address === 'jones@acme.example')
      ?.address;

  it('is from the visitor, whose address is in Reply-To', () => {
    expect(relayed(FORM, 'Reply-To: Kim <kim@customer.example>')).toBe('kim@customer.example');
    expect(relayed(FORM, 'Reply-To: nobody, Kim <kim@customer.example>, eve@x.example')).toBe(
      'kim@customer.example',
    );
  });

  it('is from the form when Reply-To names nobody who can be a customer', () => {
    expect(relayed(FORM)).toBeUndefined();
    expect(relayed(FORM, 'Reply-To: jones@acme.example')).toBeUndefined();
    expect(relayed(FORM, 'Reply-To: kim@customer.invalid')).toBeUndefined();
  });

  it('comes from the form alone', () => {
    const reply = 'Reply-To: kim@customer.example';
    expect(relayed('From: eve@customer.example', reply)).toBeUndefined();
    expect(relayed('From: no-reply@shop.example, eve@customer.example', reply)).toBeUndefined();
    expect(relayed(reply)).toBeUndefined();
  });
});

const ID = 'mx.acme.example';
const RESULTS = 'Authentication-Results: mx.acme.example;';

function authenticated(...headers: readonly string[]): boolean | null {
  const mail = read(...headers, 'From: jones@acme.example');
  return isAuthenticated(mail, { name: '', address: 'jones@acme.example' }, ID);
}

it('The receiving server says whether the domain of the sender has sent a mail.', () => {
  expect(authenticated(`${RESULTS} spf=fail smtp.mailfrom=x; dmarc=pass header.from=acme.example`)).toBe(
    true,
  );
  expect(authenticated(`${RESULTS} dmarc=pass (p=reject dis=none) header.from=ACME.example`)).toBe(true);
  expect(
    authenticated('Authentication-Results: MX.acme.example 1; dmarc = pass header.from=acme.example'),
  ).toBe(true);
});

it('Without the name of a server nothing is known.', () => {
  const mail = read(`${RESULTS} dmarc=pass header.from=acme.example`, 'From: jones@acme.example');
  expect(isAuthenticated(mail, { name: '', address: 'jones@acme.example' }, undefined)).toBeNull();
});

it.each([
  ['nothing', 'Subject: x'],
  ['failed', `${RESULTS} dmarc=fail header.from=acme.example`],
  ['another domain', `${RESULTS} dmarc=pass header.from=evil.example`],
  ['a subdomain', `${RESULTS} dmarc=pass header.from=x.acme.example`],
  ['no domain', `${RESULTS} dmarc=pass`],
  ['only SPF and DKIM', `${RESULTS} spf=pass smtp.mailfrom=acme.example; dkim=pass header.d=acme.example`],
  ['another server', 'Authentication-Results: mx.evil.example; dmarc=pass header.from=acme.example'],
  [
    'a longer name',
    'Authentication-Results: mx.acme.example.evil.example; dmarc=pass header.from=acme.example',
  ],
  [
    'a pass in a comment',
    `${RESULTS} dmarc=fail (dmarc=pass header.from=acme.example) header.from=acme.example`,
  ],
  ['a pass in a reason', `${RESULTS} dmarc=fail reason="; dmarc=pass header.from=acme.example;"`],
  [
    'a domain in a reason',
    `${RESULTS} dmarc=pass reason="x header.from=acme.example" header.from=evil.example`,
  ],
  ['a comment without an end', `${RESULTS} dmarc=pass ( header.from=acme.example`],
  ['two verdicts', `${RESULTS} dmarc=pass header.from=acme.example; dmarc=fail header.from=acme.example`],
  ['almost a pass', `${RESULTS} dmarc=passed header.from=acme.example`],
  ['another method', `${RESULTS} x-dmarc=pass header.from=acme.example`],
  ['another property', `${RESULTS} dmarc=pass x.header.from=acme.example`],
])('%s proves nothing.', (_what, header) => {
  expect(authenticated(header)).toBe(false);
});

it('Only the topmost result counts: the sender can write those below.', () => {
  const forged = `${RESULTS} dmarc=pass header.from=acme.example`;
  expect(authenticated(`${RESULTS} dmarc=fail header.from=acme.example`, forged)).toBe(false);
  expect(authenticated('Authentication-Results: mx.evil.example; none', forged)).toBe(false);
  expect(authenticated(forged, `${RESULTS} dmarc=fail header.from=acme.example`)).toBe(true);
});

it('The receiving server says which sender is forged, and nobody else does.', () => {
  const forged = (...headers: readonly string[]): boolean => isCalledForged(read(...headers), ID);
  const fails = `${RESULTS} spf=pass; dmarc=fail (p=none) header.from=acme.example`;
  expect(forged(fails)).toBe(true);
  expect(forged(`${RESULTS} DMARC = Fail header.from=acme.example`)).toBe(true);
  for (const says of [
    'dmarc=pass',
    'dmarc=none',
    'spf=fail; dkim=fail',
    'dmarc=none (dmarc=fail)',
    'x-dmarc=fail',
  ])
    expect(forged(`${RESULTS} ${says} header.from=acme.example`)).toBe(false);
  expect(forged(`${RESULTS} dmarc=pass header.from=acme.example`, fails)).toBe(false);
  expect(forged('Authentication-Results: mx.evil.example; dmarc=fail')).toBe(false);
  expect(forged('Subject: x')).toBe(false);
  expect(isCalledForged(read(fails), undefined)).toBe(false);
});

it('To and Cc become participants, but neither the sender, nor our own addresses, nor those of programs.', () => {
  const mail = read(
    'From: eve@customer.example',
    'To: Support <support@acme.example>, Bob <bob@customer.example>, EVE@customer.example, no-reply@shop.example',
    'Cc: BOB@customer.example, Team: ann@customer.example, postmaster@mail.example;, nobody',
  );
  const eve = { name: '', address: 'eve@customer.example' };
  expect(participantsOf(mail, eve, (address) => address === 'support@acme.example')).toEqual([
    { name: 'Bob', address: 'bob@customer.example' },
    { name: '', address: 'ann@customer.example' },
  ]);
});

it('A mail makes fifty participants at most.', () => {
  const to = Array.from({ length: 80 }, (_, index) => `p${index}@customer.example`);
  const mail = read('From: eve@customer.example', `To: ${to.join(',\r\n ')}`);
  expect(participantsOf(mail, { name: '', address: 'eve@customer.example' }, () => false)).toHaveLength(50);
});

it('A forged sender with the number of a ticket adds nobody to it.', () => {
  expect(mayAddParticipants('subject', true, null)).toBe(false);
  expect(mayAddParticipants('references', true, false)).toBe(false);
  expect(mayAddParticipants('subject', true, true)).toBe(true);
  expect(mayAddParticipants('in_reply_to', true, null)).toBe(true);
  expect(mayAddParticipants('reply_address', true, null)).toBe(true);
  expect(mayAddParticipants('reply_address', false, true)).toBe(false);
  expect(mayAddParticipants(null, false, null)).toBe(true);
});

it('Of many people, the first 50 become participants, and the others are not checked.', () => {
  const cc = Array.from({ length: 1_000 }, (_, index) => ({ name: '', address: `p${index}@people.example` }));
  const seen: string[] = [];
  const isOurs = (address: string): boolean => {
    seen.push(address);
    return address === 'p1@people.example';
  };
  const found = participantsOf(
    { to: cc.slice(0, 2), cc },
    { name: '', address: 'p0@people.example' },
    isOurs,
  );
  expect(found).toHaveLength(50);
  expect(found[0]?.address).toBe('p2@people.example');
  expect(seen).toHaveLength(51);
});

it('Of very many addresses that take no mail, a few are looked at.', () => {
  const person = (address: string): MailAddress => ({ name: '', address });
  const nobody = Array.from({ length: 2_000 }, (_, index) => person(`p${index}@-shop`));
  const [first, last] = [person('first@people.example'), person('last@people.example')];
  const sent = { to: [first, ...nobody.slice(0, 999)], cc: [...nobody.slice(999), last] };
  let looks = 0;
  expect(participantsOf(sent, person('eve@people.example'), () => ++looks < 0)).toEqual([first]);
  expect(looks).toBe(200);
});
