import { Module } from '@nestjs/common';
import { ConversationsModule } from '../conversations/conversations.module.js';
import { LettersService } from './composing/letters.service.js';
import { MailQueueModule } from './mail-queue.module.js';
import { MailDispatcher } from './sending/mail-dispatcher.service.js';
import { MailTry } from './sending/mail-try.service.js';
import { SentMail } from './sending/sent-mail.js';

/** Mail to customers, as the service sends it (extensions, section 20). */
@Module({
  imports: [ConversationsModule, MailQueueModule],
  providers: [LettersService, MailDispatcher, MailTry, SentMail],
  exports: [MailDispatcher, MailQueueModule, SentMail],
})
export class MailModule {}
