import type { TicketId } from '../../kernel/ids.js';
import {
  decide,
  saysOf,
  shortened,
  subjectOf,
  threadOf,
  type JudgedMail,
  type MailTicket,
} from './judgement.rules.js';
import type { ReceivedMail } from '../message/received-mail.js';

const JANE = { name: 'Jane', address: 'jane@customer.example' };
const TICKET: MailTicket = {
  ...{ id: 't' as TicketId, number: 42, subject: 'Printer', people: [JANE.address] },
  mergedIntoId: null,
};
const MAIL = { from: [JANE], to: [], cc: [], subject: 'Printer', messageId: null } as unknown as ReceivedMail;
const ORDINARY = { kind: 'ordinary', isAnswer: false, held: null } as const;
const IN_THREAD = { ticket: TICKET, by: 'in_reply_to' } as const;

/** Decides about a plain mail of Jane, unless the properties say otherwise. */
function decided(judged: Partial<JudgedMail> = {}) {
  return decide({
    ...{ mail: MAIL, kind: ORDINARY, sender: JANE, isMember: false, authenticated: null },
    ...{ namesMember: false, isForged: false },
    ...{ thread: null, release: null, isOurs: () => false },
    ...judged,
  });
}

// @proves E-21-12, E-21-14..16
describe('a mail', () => {
  it('of our own, or of a program, never becomes a ticket, even when somebody releases it', () => {
    const release = { as: 'ticket', ticketId: null } as const;
    expect(decided({ kind: { kind: 'own' }, release })).toEqual({ becomes: 'ignored', reason: 'own_mail' });
    expect(decided({ kind: { kind: 'bounce' }, release })).toEqual({ becomes: 'bounce' });
    expect(decided({ kind: { kind: 'report' }, release })).toEqual({ becomes: 'ignored', reason: 'report' });
  });

  it('of a program that answers is ignored without a thread, before anything else is looked at', () => {
    const kind = { kind: 'automatic', isAnswer: true, held: 'spam' } as const;
    expect(decided({ kind })).toEqual({ becomes: 'ignored', reason: 'automatic' });
    const thread = IN_THREAD;
    expect(decided({ kind, thread })).toMatchObject({ becomes: 'suspended', reason: 'spam', ticket: TICKET });
    expect(decided({ kind: { ...kind, held: null }, thread })).toMatchObject({
      ...{ becomes: 'comment', type: 'reply', isAutomatic: true },
    });
  });

  it('that is held waits for a person, who can release it unless it has no sender', () => {
    const release = { as: null, ticketId: null };
    for (const held of ['blocked', 'spam'] as const) {
      expect(decided({ kind: { ...ORDINARY, held } })).toMatchObject({ becomes: 'suspended', reason: held });
      expect(decided({ kind: { ...ORDINARY, held }, release })).toMatchObject({ becomes: 'ticket' });
    }
    const kind = { ...ORDINARY, held: 'no_sender' } as const;
    for (const wish of [null, release])
      expect(decided({ kind, sender: null, release: wish })).toMatchObject({ reason: 'no_sender' });
  });
});

describe('a mail with an empty return path', () => {
  const kind = { kind: 'automatic', isAnswer: false, held: 'empty_return_path' } as const;

  it('waits for a person, unless it answers one of ours', () => {
    expect(decided({ kind })).toMatchObject({ becomes: 'suspended', reason: 'empty_return_path' });
    expect(decided({ kind, thread: IN_THREAD })).toMatchObject({ becomes: 'comment', isAutomatic: true });
    expect(decided({ kind, release: { as: null, ticketId: null } })).toMatchObject({ becomes: 'ticket' });
  });
});

describe('a mail that the receiving server calls forged', () => {
  const forged = { isForged: true, authenticated: false } as const;
  const byNumber = { ticket: TICKET, by: 'subject' } as const;

  it('waits for a person when only the number in its subject names the ticket', () => {
    expect(decided({ ...forged, thread: byNumber })).toEqual({
      ...{ becomes: 'suspended', reason: 'unproven_sender', ticket: TICKET },
    });
    const release = { as: null, ticketId: null };
    expect(decided({ ...forged, thread: byNumber, release })).toMatchObject({ becomes: 'comment' });
  });

  it('is a comment when it has more proof than the number, and a new ticket when it names none', () => {
    for (const by of ['reply_address', 'in_reply_to', 'references'] as const)
      expect(decided({ ...forged, thread: { ticket: TICKET, by } })).toMatchObject({ becomes: 'comment' });
    expect(decided(forged)).toMatchObject({ becomes: 'ticket' });
    expect(decided({ authenticated: false, thread: byNumber })).toMatchObject({ becomes: 'comment' });
  });
});

it('A mail whose From names a member beside its sender waits for a person, even with proof.', () => {
  for (const thread of [null, IN_THREAD])
    expect(decided({ namesMember: true, authenticated: true, thread })).toMatchObject({
      ...{ becomes: 'suspended', reason: 'unproven_member' },
    });
  const release = { as: null, ticketId: null };
  expect(decided({ namesMember: true, release })).toMatchObject({ becomes: 'ticket', sender: JANE });
});

// @proves E-21-23
describe('a mail of a member', () => {
  it.each([
    ['in a thread with proof', true, IN_THREAD, { becomes: 'comment', type: 'note' }],
    ['in a thread without proof', false, IN_THREAD, { reason: 'unproven_member' }],
    ['in a thread without a server that we trust', null, IN_THREAD, { reason: 'unproven_member' }],
    ['without a thread, with proof', true, null, { reason: 'member_without_ticket' }],
  ] as const)('%s', (_what, authenticated, thread, expected) => {
    expect(decided({ isMember: true, authenticated, thread })).toMatchObject(expected);
  });

  it('becomes a note when a person says so, and never a comment of a customer', () => {
    const release = { as: 'ticket', ticketId: null } as const;
    expect(decided({ isMember: true, thread: IN_THREAD, release })).toMatchObject({
      ...{ becomes: 'suspended', reason: 'member_without_ticket' },
    });
    const asComment = { as: 'comment', ticketId: null } as const;
    expect(decided({ isMember: true, thread: IN_THREAD, release: asComment })).toMatchObject({
      type: 'note',
    });
  });
});

// @proves E-21-19
describe('the thread of a mail', () => {
  const candidates = [
    { by: 'in_reply_to', messageId: '<a@b>' },
    { by: 'subject', number: 7 },
  ] as const;
  const other = { ...TICKET, id: 'o' as TicketId, number: 7 };
  const found = (byMessage: readonly (readonly [string, readonly TicketId[]])[], people = TICKET.people) =>
    threadOf(
      candidates,
      { byMessage: new Map(byMessage), tickets: [{ ...TICKET, people }, other] },
      () => null,
      MAIL,
      { address: JANE.address, isMember: false },
    );

  it('is the first that it may join', () => {
    expect(found([['<a@b>', [TICKET.id]]])).toMatchObject({ ticket: { number: 42 }, by: 'in_reply_to' });
    expect(found([['<a@b>', [TICKET.id]]], [])).toMatchObject({ ticket: { number: 7 }, by: 'subject' });
    expect(found([])).toMatchObject({ ticket: { number: 7 }, by: 'subject' });
  });
});

describe('what is kept of a mail', () => {
  it('fits, and a ticket always has a subject', () => {
    const long = { ...MAIL, subject: `a\r\nb${'x'.repeat(300)}`, messageId: `<${'x'.repeat(255)}>` };
    const { subject, messageId, senderKey } = saysOf(long, { ...JANE, address: 'JANE@X.example' }, null);
    expect([subject?.length, subject?.slice(0, 3), messageId, senderKey]).toEqual([
      ...[255, 'a b', null, 'jane@x.example'],
    ]);
    expect(subjectOf({ ...MAIL, subject: ' \u200B' })).toBe('(no subject)');
    expect(shortened('😀'.repeat(300))).toBe('😀'.repeat(255));
  });
});
