import type { EventDto } from '../../events/feed/dto/event.dto.js';
import type { Wire } from '../../platform/http/answers/answer.dto.js';
import { readableEvent } from './event.format.js';

const EVE = { type: 'operator', id: null, name: 'eve' };
const HEAD = '2026-01-31T09:30:00.000Z 7';

function lineOf(type: string, data: object): string {
  const event = { id: '', position: 7, type, occurred_at: '2026-01-31T09:30:00.000Z', data };
  return readableEvent(event as Wire<EventDto>)
    .map(({ text }) => text)
    .join(' ');
}

/** Shows changes as the line of a ticket does. */
function changesIn(changes: Record<string, [unknown, unknown]>): string {
  const data = { ticket: { id: 't', number: 42 }, changes, actor: EVE, silent: false };
  const [, shown = ''] =
    /^\S+ 7 ticket\.updated ticket:42 (.*) by eve$/.exec(lineOf('ticket.updated', data)) ?? [];
  return shown;
}

describe('an event in one line', () => {
  it.each([
    ['a change', { status: ['new', 'open'] }, 'status: new -> open'],
    ['something new', { status: [null, 'open'] }, 'status: open'],
    [
      'something removed',
      { assignee_email: ['eve@team.example', null] },
      'assignee_email: eve@team.example -> -',
    ],
    ['several changes', { a: [1, 2], b: [true, false] }, 'a: 1 -> 2, b: true -> false'],
    ['texts with blanks', { subject: ['-', 'a -> b, c'] }, 'subject: "-" -> "a -> b, c"'],
    ['a list', { tags: [[], ['vip']] }, 'tags: [] -> ["vip"]'],
    ['a text that is long', { subject: [null, 'x'.repeat(50)] }, `subject: ${'x'.repeat(40)}…`],
    [
      'a digest',
      { description: ['a', { bytes: 256_000, sha256: 'ab' }] },
      'description: a -> text of 250 KiB',
    ],
  ])('shows %s in short', (_what, changes, shown) => {
    expect(changesIn(changes as unknown as Record<string, [unknown, unknown]>)).toBe(shown);
  });

  it('shows an import by its numbers and counts', () => {
    const counts = { count: 500, first_number: 11, last_number: 510, updated: 3, customers_created: 20 };
    expect(lineOf('tickets.imported', { ...counts, actor: EVE, silent: true })).toBe(
      `${HEAD} tickets.imported tickets:11-510 500 new, 3 changed, 20 new customers by eve, silently`,
    );
  });

  it.each(['email.suspended', 'email.bounced'])('shows of %s why', (type) => {
    const data = { inbound_email: { id: 'm1', reason: 'spam' }, ticket: null, actor: EVE, silent: false };
    expect(lineOf(type, data)).toBe(`${HEAD} ${type} inbound_email:m1 spam by eve`);
  });

  it('shows other things by their ids', () => {
    const data = { field: { id: 'f1' }, changes: {}, actor: EVE, silent: false };
    expect(lineOf('field.updated', data)).toBe(`${HEAD} field.updated field:f1 by eve`);
  });
});
