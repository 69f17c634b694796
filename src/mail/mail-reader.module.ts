import { Feature } from '../platform/features/feature.js';
import { MAIL } from './mail.feature.js';
import { EventsModule } from '../events/events.module.js';
import { PlatformModule } from '../platform/platform.module.js';
import { MailReader } from './reading/mail.reader.js';

/** The reader of events that makes mails. Commands have it, too. */
@Feature(MAIL, { jobs: [MailReader], imports: [EventsModule, PlatformModule] })
export class MailReaderModule {}
