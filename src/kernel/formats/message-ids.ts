/** The subject of a mail that the service sends. */
type MessageSubject = 'comment' | 'invitation' | 'test' | 'ticket';

export interface OwnMessage {
  readonly subject: MessageSubject;
  readonly id: string;
}

/** Makes the Message-ID of a mail of ours (RFC 5322, section 3.6.4). It depends on nothing that changes. */
export function ownMessageId(subject: MessageSubject, id: string, domain: string): string {
  return `<${subject}-${id}@${domain}>`;
}

const OWN =
  /^<(comment|invitation|test|ticket)-([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})@[^@<>]+>$/i;

/** Reads a Message-ID that `ownMessageId` has made. The domain does not count, because the service may have had another one. */
export function ownMessageOf(messageId: string): OwnMessage | null {
  const [, subject, id] = OWN.exec(messageId) ?? [];
  if (subject === undefined || id === undefined) return null;
  return { subject: subject.toLowerCase() as MessageSubject, id: id.toLowerCase() };
}

/** Takes `a@b` or `<a@b>` in characters that a header can have. Clients may call a comment anything. */
export function asMessageId(text: string): string | null {
  const [, id] = /^<?([\x21-\x3b=\x3f\x41-\x7e]+@[\x21-\x3b=\x3f\x41-\x7e]+)>?$/.exec(text.trim()) ?? [];
  return id === undefined ? null : `<${id}>`;
}
