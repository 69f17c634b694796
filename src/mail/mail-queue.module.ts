import { Module } from '@nestjs/common';
import { MailRepository } from './queue/mail.repository.js';
import { SmtpSender } from './sending/smtp-sender.js';

/** The rows of mails and the way to the mail server: all of mail that a command needs. */
@Module({
  providers: [MailRepository, SmtpSender],
  exports: [MailRepository, SmtpSender],
})
export class MailQueueModule {}
