import type { CommentId, TicketId } from '../../kernel/ids.js';

/** A reply as the threads of mail programs see it. */
export interface ThreadedReply {
  readonly id: CommentId;
  readonly isByAgent: boolean;
  /** The client's name of it: the Message-ID, when the comment came by mail. */
  readonly messageId: string | null;
}

/** The headers by which mail programs put the mails of a ticket together (RFC 5322, section 3.6.4). */
export interface ThreadHeaders {
  readonly messageId: string;
  readonly inReplyTo: string | null;
  readonly references: readonly string[];
}

/** Makes the headers of a mail that answers none. Those of kind `ticket` begin the thread of the ticket, sent or not. */
export function headersOfNotice(
  kind: 'invitation' | 'test' | 'ticket',
  id: string,
  domain: string,
): ThreadHeaders {
  return { messageId: `<${kind}-${id}@${domain}>`, inReplyTo: null, references: [] };
}

function commentMessageId(id: CommentId, domain: string): string {
  return `<comment-${id}@${domain}>`;
}

/** A reply answers the comments before it. Ids depend on nothing that changes, so they are the same at each try. */
export function headersOfReply(
  { id }: ThreadedReply,
  before: readonly ThreadedReply[],
  ticketId: TicketId,
  domain: string,
): ThreadHeaders {
  const { messageId } = headersOfNotice('ticket', ticketId, domain);
  const references = [messageId, ...before.flatMap((reply) => idsOf(reply, domain))];
  return { messageId: commentMessageId(id, domain), inReplyTo: references.at(-1) ?? null, references };
}

/** Lists the mail that this service has sent, and the one that the comment came from. */
function idsOf({ id, isByAgent, messageId }: ThreadedReply, domain: string): string[] {
  const given = messageId === null ? null : asMessageId(messageId);
  return [...(isByAgent ? [commentMessageId(id, domain)] : []), ...(given === null ? [] : [given])];
}

/** Takes `a@b` or `<a@b>` in characters that a header can have. Clients may call a comment anything. */
function asMessageId(text: string): string | null {
  const [, id] = /^<?([\x21-\x3b=\x3f\x41-\x7e]+@[\x21-\x3b=\x3f\x41-\x7e]+)>?$/.exec(text.trim()) ?? [];
  return id === undefined ? null : `<${id}>`;
}
