import type { Readable } from 'node:stream';
import type { Recipients } from './recipients.rules.js';
import type { ThreadHeaders } from './threads.rules.js';

/** A file that travels with a mail. */
export interface LetterFile {
  readonly filename: string;
  readonly contentType: string;
  /** By what the HTML shows it in place: `cid:<it>`; null when it does not. */
  readonly contentId: string | null;
  /** Opens its bytes. */
  open(): Promise<Readable>;
}

/** A mail in full, before it is made a message. */
export interface Letter extends ThreadHeaders {
  readonly from: { readonly name: string; readonly address: string };
  /** Where answers go; null: to `from`. */
  readonly replyTo: string | null;
  readonly recipients: Recipients;
  /** When what it is about happened, so that it is the same at each try. */
  readonly date: Date;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  readonly files: readonly LetterFile[];
  /** Whether nobody has written it, so that no program may answer (RFC 3834). */
  readonly isAutomatic: boolean;
}
