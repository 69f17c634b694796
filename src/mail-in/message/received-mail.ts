/** An address of a header. The name is decoded; it is empty when there is none. */
export interface MailAddress {
  readonly name: string;
  readonly address: string;
}

/** A file of a mail: an attachment, a picture of its words, or a part that nothing here can read, such as an encrypted one. */
export interface ReceivedFile {
  readonly filename: string;
  readonly contentType: string;
  readonly bytes: Uint8Array;
  /** The id by which the HTML shows the file, without brackets. */
  readonly contentId: string | null;
  readonly isInline: boolean;
}

/** The report of a mail server about one recipient (RFC 3464, section 2.3). */
export interface ReportedRecipient {
  readonly recipient: string;
  /** `failed`, `delayed`, `delivered`, `relayed` or `expanded`, in lower case. */
  readonly action: string;
  /** A code such as `5.1.1`; empty when there is none. */
  readonly status: string;
  /** The words of the server; empty when there are none. */
  readonly diagnostic: string;
}

/** A report about a mail that did not arrive, or arrived late. */
export interface DeliveryReport {
  /** Empty when the mail only has the other one inside. */
  readonly recipients: readonly ReportedRecipient[];
  /** The Message-ID of the mail that came back, with its brackets. */
  readonly messageId: string | null;
}

/** The words of a mail as content of a ticket or comment. */
export interface MailWords {
  /** HTML, cleaned and within the limit of content. A sentence stands in for the words of a mail that has none. */
  readonly content: string;
  /** Whether some of the words were left out, so that the whole mail has to be kept as a file. */
  readonly isCut: boolean;
}

/** The headers that judging needs, by their names in lower case. Values are in the order of the mail: the topmost is the newest. */
export type JudgedHeaders = Readonly<Partial<Record<JudgedHeader, readonly string[]>>>;

export const JUDGED_HEADERS = [
  'authentication-results',
  'auto-submitted',
  'list-id',
  'list-subscribe',
  'mailing-list',
  'precedence',
  'x-apple-action',
  'x-autoreply',
  'x-mlserver',
  'x-spam-flag',
] as const;
export type JudgedHeader = (typeof JUDGED_HEADERS)[number];

/** A mail, decoded and within limits. It has plain values only, because it comes from another process. */
export interface ReceivedMail {
  /** The first addresses of all `From` headers, those of groups too. */
  readonly from: readonly MailAddress[];
  /** The addresses of `Sender`. */
  readonly sentBy: readonly string[];
  readonly to: readonly MailAddress[];
  readonly cc: readonly MailAddress[];
  readonly replyTo: readonly MailAddress[];
  /** The addresses of `Delivered-To`, `X-Original-To` and `Envelope-To`. */
  readonly deliveredTo: readonly string[];
  /** The address of the topmost `Return-Path`: empty when a program sent the mail, null when there is no such header. */
  readonly returnPath: string | null;
  readonly subject: string;
  /** Message-IDs have their brackets. */
  readonly messageId: string | null;
  readonly inReplyTo: readonly string[];
  /** Newest first. */
  readonly references: readonly string[];
  readonly date: Date | null;
  readonly headers: JudgedHeaders;
  readonly words: MailWords;
  /** The text as it is in the mail, up to a MiB; null when the mail has HTML only, or none. */
  readonly text: string | null;
  readonly files: readonly ReceivedFile[];
  /** Says which mail did not arrive; null when this mail is about no other one. */
  readonly report: DeliveryReport | null;
  /** Whether it is a complaint that a mail was unwanted (RFC 5965). */
  readonly isFeedbackReport: boolean;
  /** Whether it tells that a mail was read (RFC 8098). */
  readonly isReceipt: boolean;
}

/** A mail whose files the reading process sends separately, in their order. */
export type AnnouncedMail = Omit<ReceivedMail, 'files'> & {
  readonly files: readonly (Omit<ReceivedFile, 'bytes'> & { readonly byteSize: number })[];
};
