import { MailInModule } from '../mail-in/mail-in.module.js';
import { Feature } from '../platform/features/feature.js';
import { PlatformModule } from '../platform/platform.module.js';
import { MAILBOX_SWEEPS, MailboxCursorRepository } from './mailbox-cursor.repository.js';
import { MailboxFetchService } from './mailbox-fetch.service.js';

/** Mailboxes that `desk mail fetch` reads [rule 21]. */
@Feature({
  sweeps: MAILBOX_SWEEPS,
  imports: [MailInModule, PlatformModule],
  providers: [MailboxCursorRepository, MailboxFetchService],
  exports: [MailboxFetchService],
})
export class MailboxesModule {}
