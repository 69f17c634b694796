import { Injectable } from '@nestjs/common';

/** Counts what has become of mails, for the metrics of this process. */
@Injectable()
export class SentMail {
  /** Mails that the server took for all their recipients. */
  sent = 0;
  /** Those that no server took for somebody, and those that came back. */
  failed = 0;
  retried = 0;
}
