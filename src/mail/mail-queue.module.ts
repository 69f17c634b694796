import { Module } from '@nestjs/common';
import { PlatformModule } from '../platform/platform.module.js';
import { ReplyAddressesService } from './composing/reply-addresses.service.js';
import { MailRepository } from './queue/mail.repository.js';
import { AcknowledgementsService } from './sending/acknowledgements.service.js';
import { MailBouncesService } from './sending/mail-bounces.service.js';
import { SentMail } from './sending/sent-mail.js';
import { SmtpSender } from './sending/smtp-sender.js';

const PROVIDERS = [
  AcknowledgementsService,
  MailBouncesService,
  MailRepository,
  ReplyAddressesService,
  SentMail,
  SmtpSender,
];

/** The rows of mails, their addresses, and the way to the mail server: all of mail that commands and mail that comes in need. */
@Module({ imports: [PlatformModule], providers: PROVIDERS, exports: PROVIDERS })
export class MailQueueModule {}
