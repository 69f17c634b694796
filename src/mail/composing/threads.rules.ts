import type { CommentId, TicketId } from '../../kernel/ids.js';
import { asMessageId, ownMessageId } from '../../kernel/formats/message-ids.js';

export interface ThreadedReply {
  readonly id: CommentId;
  readonly isByAgent: boolean;
  /** The client's id of the comment: the Message-ID when it came by mail. */
  readonly messageId: string | null;
}

/** The headers by which mail programs put the mails of a ticket together (RFC 5322, section 3.6.4). */
export interface ThreadHeaders {
  readonly messageId: string;
  readonly inReplyTo: string | null;
  readonly references: readonly string[];
}

export interface ThreadedTicket {
  readonly id: TicketId;
  /** The Message-ID of the mail that raised it; null when none did. */
  readonly messageId: string | null;
}

/** Makes the headers of a mail that answers none. */
export function headersOfNotice(kind: 'invitation' | 'test', id: string, domain: string): ThreadHeaders {
  return { messageId: ownMessageId(kind, id, domain), inReplyTo: null, references: [] };
}

/** Makes the headers of the acknowledgement, which begins our part of the thread, sent or not. */
export function headersOfTicket({ id, messageId }: ThreadedTicket, domain: string): ThreadHeaders {
  const given = messageId === null ? null : asMessageId(messageId);
  return {
    messageId: ownMessageId('ticket', id, domain),
    ...{ inReplyTo: given, references: given === null ? [] : [given] },
  };
}

/** A reply answers the comments before it. Ids depend on nothing that changes, so they are the same at each try. */
export function headersOfReply(
  { id }: ThreadedReply,
  before: readonly ThreadedReply[],
  ticket: ThreadedTicket,
  domain: string,
): ThreadHeaders {
  const begun = headersOfTicket(ticket, domain);
  const ids = before.flatMap((reply) => idsOf(reply, domain));
  return {
    messageId: ownMessageId('comment', id, domain),
    inReplyTo: ids.at(-1) ?? begun.inReplyTo ?? begun.messageId,
    references: [...begun.references, begun.messageId, ...ids],
  };
}

/** Lists the ids of the mail that this service has sent, and of the mail that the comment came from. */
function idsOf({ id, isByAgent, messageId }: ThreadedReply, domain: string): string[] {
  const given = messageId === null ? null : asMessageId(messageId);
  return [...(isByAgent ? [ownMessageId('comment', id, domain)] : []), ...(given === null ? [] : [given])];
}
