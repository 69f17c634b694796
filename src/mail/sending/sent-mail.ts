import { Injectable } from '@nestjs/common';

/** Counts mails for the metrics of this process. */
@Injectable()
export class SentMail {
  /** Mails that the server took for all their recipients. */
  sent = 0;
  /** Mails that are not tried any more. */
  failed = 0;
  /** Tries after which the same is tried again. */
  retried = 0;
}
