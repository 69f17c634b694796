/** Injects the limits of transfers. */
export const TRANSFER_OPTIONS = Symbol('TRANSFER_OPTIONS');

/** What limits the transfer of files, in place of the time of other requests. */
export interface TransferOptions {
  /** Uploads of a process at once, and as many downloads. */
  readonly transfersAtOnce: number;
  /** A slower transfer is ended. */
  readonly transferBytesPerSecond: number;
}
