import type { CommentId, TicketId } from '../../kernel/ids.js';
import { headersOfReply, headersOfTicket } from './threads.rules.js';

const TICKET = { id: 't' as TicketId, messageId: '<1@mail.example>' };
const [OURS, THEIRS] = ['<ticket-t@acme.example>', TICKET.messageId];
const REPLY = { id: 'c' as CommentId, isByAgent: true, messageId: null };

// @proves E-20-5, E-21-26
describe('a ticket that a mail has raised', () => {
  it('is acknowledged as an answer to that mail', () => {
    expect(headersOfTicket(TICKET, 'acme.example')).toEqual({
      ...{ messageId: OURS, inReplyTo: THEIRS, references: [THEIRS] },
    });
  });

  it('has a first reply that answers that mail, because not every mail is acknowledged', () => {
    expect(headersOfReply(REPLY, [], TICKET, 'acme.example')).toEqual({
      ...{ messageId: '<comment-c@acme.example>', inReplyTo: THEIRS, references: [THEIRS, OURS] },
    });
  });

  it('has later replies that answer what was said last', () => {
    const before = { id: 'b' as CommentId, isByAgent: false, messageId: '2@mail.example' };
    expect(headersOfReply(REPLY, [before], TICKET, 'acme.example')).toMatchObject({
      ...{ inReplyTo: '<2@mail.example>', references: [THEIRS, OURS, '<2@mail.example>'] },
    });
  });
});
