import { Module } from '@nestjs/common';
import { EventsModule } from '../events/events.module.js';
import { PlatformModule } from '../platform/platform.module.js';
import { MailReader } from './reading/mail.reader.js';

/** The reader of events that makes mails. Commands have it, too. */
@Module({
  imports: [EventsModule, PlatformModule],
  providers: [MailReader],
  exports: [MailReader],
})
export class MailReaderModule {}
