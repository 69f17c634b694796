import { Module } from '@nestjs/common';
import { PlatformModule } from '../platform/platform.module.js';
import { MailRepository } from './queue/mail.repository.js';
import { SmtpSender } from './sending/smtp-sender.js';

/** The rows of mails and the way to the mail server: all of mail that a command needs. */
@Module({
  imports: [PlatformModule],
  providers: [MailRepository, SmtpSender],
  exports: [MailRepository, SmtpSender],
})
export class MailQueueModule {}
