import { Feature } from '../platform/features/feature.js';
import { AttachmentsModule } from '../attachments/attachments.module.js';
import { EventsModule } from '../events/events.module.js';
import { PlatformModule } from '../platform/platform.module.js';
import { ConversationsModule } from '../conversations/conversations.module.js';
import { MailQueueModule } from '../mail/mail-queue.module.js';
import { TicketsModule } from '../tickets/tickets.module.js';
import { BounceReportsService } from './bounce-reports.service.js';
import { InboundEmailQueue } from './inbound-email.queue.js';
import { InboundEmailRepository } from './inbound-email.repository.js';
import { MAIL_IN_SWEEPS } from './inbound-email.sql.js';
import { InboundEmailsController } from './inbound-emails.controller.js';
import { InboundEmailsService } from './inbound-emails.service.js';
import { JudgementService } from './judging/judgement.service.js';
import { JudgingService } from './judging/judging.service.js';
import { MailFilesService } from './mail-files.service.js';
import { OutcomeWriterService } from './outcome-writer.service.js';
import { InboundMailReader } from './reading/inbound-mail-reader.js';

/** Mail to the desk, which becomes tickets and comments [rule 21]. */
@Feature({
  jobs: [InboundEmailQueue],
  sweeps: MAIL_IN_SWEEPS,
  imports: [
    AttachmentsModule,
    ConversationsModule,
    EventsModule,
    MailQueueModule,
    PlatformModule,
    TicketsModule,
  ],
  controllers: [InboundEmailsController],
  providers: [
    BounceReportsService,
    InboundEmailRepository,
    InboundEmailsService,
    JudgementService,
    JudgingService,
    MailFilesService,
    InboundMailReader,
    OutcomeWriterService,
  ],
  exports: [InboundEmailsService],
})
export class MailInModule {}
