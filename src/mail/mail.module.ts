import { Module } from '@nestjs/common';
import { AttachmentsModule } from '../attachments/attachments.module.js';
import { PlatformModule } from '../platform/platform.module.js';
import { ConversationsModule } from '../conversations/conversations.module.js';
import { LettersService } from './composing/letters.service.js';
import { TeamMembersModule } from '../team-members/team-members.module.js';
import { MailReaderModule } from './mail-reader.module.js';
import { MailQueueModule } from './mail-queue.module.js';
import { MailTry, SentMail } from './sending/mail-try.service.js';

/** Mail to customers, as the service sends it (extensions, section 20). */
@Module({
  imports: [
    AttachmentsModule,
    ConversationsModule,
    MailQueueModule,
    MailReaderModule,
    PlatformModule,
    TeamMembersModule,
  ],
  providers: [LettersService, MailTry, SentMail],
  exports: [MailQueueModule, MailReaderModule, MailTry, SentMail, TeamMembersModule],
})
export class MailModule {}
