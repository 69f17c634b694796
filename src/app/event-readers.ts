import { MailReader } from '../mail/reading/mail.reader.js';
import { WebhookReader } from '../webhooks/reading/webhook.reader.js';

/** The readers of events. They run in the service, and at the end of a command that has written events. */
export const EVENT_READERS = [WebhookReader, MailReader] as const;
