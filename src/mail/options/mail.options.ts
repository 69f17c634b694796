import type { SmtpConfig } from '../../platform/config/env.smtp.js';

/** Injects what an operator says about mail. */
export const MAIL_OPTIONS = Symbol('MAIL_OPTIONS');

/** Without a server no mail is sent. */
export type MailOptions = SmtpConfig;
