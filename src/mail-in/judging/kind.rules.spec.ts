import { BlockedSenders } from './blocked-senders.js';
import { failuresOf, kindOf, type Desk } from './kind.rules.js';
import { receivedMailOf } from '../message/message.js';

const DESK: Desk = {
  host: 'acme.desk.example',
  ownAddresses: ['support@acme.example', 'help@acme.example'],
  blockedSenders: new BlockedSenders(['pest@shop.example', 'spam.example']),
  isReplyAddress: (address) => address.toLowerCase() === 'support+t42.abcdefghijklmnop@acme.example',
};

function kindOfMail(headers: Readonly<Record<string, string>>, body = 'Hello'): unknown {
  const all = {
    From: 'Eve <eve@customer.example>',
    To: 'support@acme.example',
    Subject: 'Printer',
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return kindOf(receivedMailOf(Buffer.from([...lines, '', body].join('\r\n'))), DESK);
}

const ORDINARY = { kind: 'ordinary', isAnswer: false, held: null };
const AUTOMATIC = { kind: 'automatic', isAnswer: false, held: null };
const ANSWER = { kind: 'automatic', isAnswer: true, held: null };

const BOUNCE = { kind: 'bounce' };

const STATUS = (action: string, status: string): string =>
  [
    '--b\r\nContent-Type: text/plain\r\n\r\nSorry.',
    '--b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mail.example\r\n',
    `Final-Recipient: rfc822; eve@customer.example\r\nAction: ${action}\r\nStatus: ${status}`,
    'Diagnostic-Code: smtp; 550 5.1.1\r\n No such user\r\n',
    '--b\r\nContent-Type: text/rfc822-headers\r\n\r\nMessage-ID: <comment-1@acme.desk.example>\r\n',
    '--b--',
  ].join('\r\n');
const REPORT = { 'Content-Type': 'multipart/report; report-type=delivery-status; boundary=b' };

it('A mail of a person is ordinary.', () => {
  expect(kindOfMail({})).toEqual(ORDINARY);
  expect(kindOfMail({ 'Auto-Submitted': 'no', 'Return-Path': '<eve@customer.example>' })).toEqual(ORDINARY);
  expect(kindOfMail({ 'Auto-Submitted': 'no (a person)', 'X-Spam-Flag': 'NO' })).toEqual(ORDINARY);
});

it.each([
  [{ 'Message-ID': '<comment-1@ACME.desk.example>' }],
  [{ From: 'Acme <Support@acme.example>' }],
  [{ From: 'help@acme.example', 'Auto-Submitted': 'auto-replied' }],
  [{ From: 'support+T42.abcdefghijklmnop@acme.example' }],
])('%j is a mail of the desk itself.', (headers) => {
  expect(kindOfMail(headers)).toEqual({ kind: 'own' });
});

it('A Message-ID under a host that only ends like ours is not ours.', () => {
  expect(kindOfMail({ 'Message-ID': '<a@evil-acme.desk.example>' })).toEqual(ORDINARY);
  expect(kindOfMail({ 'Message-ID': '<acme.desk.example@customer.example>' })).toEqual(ORDINARY);
});

it("A report of a mail server is a bounce, even from an address that is not a server's.", () => {
  expect(kindOfMail(REPORT, STATUS('failed', '5.1.1'))).toEqual({ kind: 'bounce' });
  const headers = { ...REPORT, 'Return-Path': '<>', 'Auto-Submitted': 'auto-replied' };
  expect(kindOfMail(headers, STATUS('delayed', '4.4.1'))).toEqual({ kind: 'bounce' });
});

const RETURNED =
  'I could not deliver it.\n\nReceived: from a\nMessage-ID: <comment-1@acme.desk.example>\nSubject: Re';

it('A returned mail inside is a bounce when a server sends it.', () => {
  expect(kindOfMail({ 'Return-Path': '<>' }, RETURNED)).toEqual({ kind: 'bounce' });
  expect(kindOfMail({ From: 'MAILER-DAEMON@mail.example' }, RETURNED)).toEqual({ kind: 'bounce' });
  expect(kindOfMail({ 'Return-Path': '<MAILER-DAEMON@mail.example>' }, RETURNED)).toEqual({ kind: 'bounce' });
  expect(kindOfMail({ From: 'Mail Delivery System <>' }, RETURNED)).toEqual({ kind: 'bounce' });
  expect(kindOfMail({ 'Return-Path': '<eve@customer.example>' }, RETURNED)).toEqual(ORDINARY);
});

it('Whatever a server writes to a signed reply address is a bounce.', () => {
  const headers = { From: 'postmaster@mail.example', To: 'support+t42.abcdefghijklmnop@acme.example' };
  expect(kindOfMail(headers)).toEqual({ kind: 'bounce' });
});

it('A receipt and a complaint are reports.', () => {
  const part = (type: string): string => `--b\r\nContent-Type: ${type}\r\n\r\nFeedback-Type: abuse\r\n--b--`;
  const headers = { 'Content-Type': 'multipart/mixed; boundary=b' };
  expect(kindOfMail(headers, part('message/disposition-notification'))).toEqual({ kind: 'report' });
  expect(kindOfMail(headers, part('message/feedback-report'))).toEqual({ kind: 'report' });
  const complaint = {
    From: 'staff@hotmail.com',
    Subject: 'complaint about message from 192.0.2.2',
    ...headers,
  };
  expect(kindOfMail(complaint, part('message/rfc822'))).toEqual({ kind: 'report' });
  const declared = { 'Content-Type': 'multipart/report; report-type="disposition-notification"; boundary=b' };
  expect(kindOfMail(declared)).toEqual({ kind: 'report' });
});

it.each([
  [{ 'Auto-Submitted': 'auto-replied; owner-email="eve@customer.example"' }],
  [{ From: 'Postmaster@mail.example', 'Return-Path': '<postmaster@mail.example>' }],
  [{ Precedence: 'auto_reply' }],
  [{ 'X-Autoreply': 'yes' }],
  [{ 'X-Apple-Action': 'VACATION' }],
])('%j is the answer of a program.', (headers) => {
  expect(kindOfMail(headers)).toEqual(ANSWER);
});

it.each([
  [{ 'Auto-Submitted': 'auto-generated' }],
  [{ 'Auto-Submitted': 'Auto-Notified' }],
  [{ Precedence: 'Bulk' }],
  [{ Precedence: 'junk' }],
  [{ Precedence: 'list', 'List-Id': '<users.list.example>' }],
  [{ 'List-Id': '' }],
  [{ 'List-Subscribe': '<mailto:users-ctl@list.example>' }],
  [{ 'Mailing-List': 'contact users-help@list.example; run by ezmlm' }],
  [{ 'X-MLServer': 'fml' }],
  [{ From: 'Shop <no-reply@shop.example>' }],
])('%j is automatic, but answers nothing.', (headers) => {
  expect(kindOfMail(headers)).toEqual(AUTOMATIC);
});

it('A blocked sender, spam and a mail without a sender are held, in this order.', () => {
  const held = (reason: string): unknown => ({ ...ORDINARY, held: reason });
  expect(kindOfMail({ From: 'PEST@shop.example', 'X-Spam-Flag': 'YES' })).toEqual(held('blocked'));
  expect(kindOfMail({ 'X-Spam-Flag': 'yes, score=9', From: 'nobody' })).toEqual(held('spam'));
  expect(kindOfMail({ From: 'nobody' })).toEqual(held('no_sender'));
  expect(kindOfMail({ From: 'a@spam.example', Precedence: 'bulk' })).toEqual({
    ...AUTOMATIC,
    held: 'blocked',
  });
});

it('A blocked domain is blocked with all that is below it.', () => {
  const senders = new BlockedSenders(['spam.example', 'münchen.example', 'pest@shop.example']);
  const blocked = (address: string): boolean => senders.has(address);
  expect(
    ['a@spam.example', 'a@mail.SPAM.example', 'a@xn--mnchen-3ya.example', 'Pest@shop.example'].map(blocked),
  ).toEqual([true, true, true, true]);
  const others = ['a@notspam.example', 'spam.example@b.example', 'a@example', 'other@shop.example'];
  expect(others.filter(blocked)).toEqual([]);
});

it.each([
  ['failed', '5.1.1', ['eve@customer.example']],
  ['failed', '', ['eve@customer.example']],
  ['failed', '4.2.2', []],
  ['delayed', '4.4.1', []],
  ['delivered', '2.0.0', []],
])('A report that says %s %s means failures for %j.', (action, status, recipients) => {
  const lines = ['From: mailer-daemon@mail.example', `Content-Type: ${REPORT['Content-Type']}`];
  const mail = receivedMailOf(Buffer.from([...lines, '', STATUS(action, status)].join('\r\n')));
  expect(mail.report?.messageId).toBe('<comment-1@acme.desk.example>');
  expect(mail.report?.recipients).toMatchObject([{ diagnostic: '550 5.1.1 No such user' }]);
  const failures = mail.report === null ? [] : failuresOf(mail.report);
  expect(failures.map(({ recipient }) => recipient)).toEqual(recipients);
});

describe('A mail with an empty return path', () => {
  const HELD = { kind: 'automatic', isAnswer: false, held: 'empty_return_path' };

  it('waits for a person when nothing else says that a program has sent it', () => {
    for (const path of ['<>', 'MAILER-DAEMON', ' < > '])
      expect(kindOfMail({ 'Return-Path': path })).toEqual(HELD);
  });

  it('is the answer of a program when something else says so, too', () => {
    for (const mark of [
      { Precedence: 'bulk' },
      { 'Auto-Submitted': 'auto-generated' },
      { From: 'no-reply@shop.example' },
    ])
      expect(kindOfMail({ 'Return-Path': '<>', ...mark })).toEqual(ANSWER);
  });

  it('is held for another reason first', () => {
    const spam = { 'Return-Path': '<>', 'X-Spam-Flag': 'YES' };
    expect(kindOfMail(spam)).toEqual({ ...HELD, held: 'spam' });
  });
});

describe('A mail that a contact form has sent for a visitor', () => {
  const kindFor = (
    address: string,
    headers: Readonly<Record<string, string>> = {},
    body = 'Hello',
  ): unknown => {
    const all = { From: 'no-reply@shop.example', Subject: 'Printer', ...headers };
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
    return kindOf(receivedMailOf(Buffer.from([...lines, '', body].join('\r\n'))), DESK, {
      name: '',
      address,
    });
  };
  const FROM_NOBODY = { 'Return-Path': '<>' };

  it('is ordinary, whatever the address of the form is and however its server sends', () => {
    expect(kindFor('kim@customer.example')).toEqual(ORDINARY);
    expect(kindFor('kim@customer.example', FROM_NOBODY)).toEqual(ORDINARY);
    expect(kindFor('kim@customer.example', { From: 'support@acme.example' })).toEqual(ORDINARY);
  });

  it('is ordinary when the visitor has pasted a mail, and a bounce when a server has sent it', () => {
    expect(kindFor('kim@customer.example', FROM_NOBODY, RETURNED)).toEqual(ORDINARY);
    const report = STATUS('failed', '5.1.1');
    expect(kindFor('kim@customer.example', { ...FROM_NOBODY, ...REPORT }, report)).toEqual(BOUNCE);
    const server = { From: 'mailer-daemon@shop.example' };
    expect(kindFor('kim@customer.example', server, RETURNED)).toEqual(BOUNCE);
  });

  it('is not ordinary when the visitor is a program or blocked, or when it is a mail of our own', () => {
    expect(kindFor('no-reply@other.example')).toEqual(AUTOMATIC);
    expect(kindFor('pest@shop.example')).toEqual({ ...ORDINARY, held: 'blocked' });
    expect(kindFor('kim@customer.example', { 'Message-ID': '<a@acme.desk.example>' })).toEqual({
      kind: 'own',
    });
  });
});
