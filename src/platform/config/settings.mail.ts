import { z } from 'zod';
import { smtpServer } from './env.smtp.js';
import * as read from './env.values.js';
import type { Settings } from './settings.js';

const BILLION = 1_000_000_000;

export const MAIL_SETTINGS = {
  smtp: [
    'SMTP_URL',
    smtpServer.optional(),
    `The server that takes mail to customers: smtp:// (STARTTLS where it is offered, always with a user name) or
    smtps://. Reserved characters of user name and password are percent-encoded. An smtp:// address may end with
    ?tls=required or ?tls=off (docs/mail.md). Not set: no mail is sent.`,
    'smtp://desk%40acme.example:password@mail.example:587',
  ],

  mailAuthservId: [
    'MAIL_AUTHSERV_ID',
    z
      .string()
      .regex(/^[\w.-]{1,253}$/, 'must be the name of a server')
      .optional(),
    `The name by which your receiving mail server signs Authentication-Results. Set it only when that server removes such
    headers of others (docs/mail.md). Not set: nobody knows whether senders are who they say.`,
    'mx.acme.example',
  ],
  inboundEmailLimitMb: [
    'INBOUND_EMAIL_LIMIT',
    read.wholeNumber(1, 2_047).default(25),
    'MiB of the largest mail that is accepted.',
  ],
  inboundEmailRetentionDays: [
    'INBOUND_EMAIL_RETENTION_DAYS',
    read.wholeNumber(1, 400).default(30),
    'For how many days the bytes of a mail are kept as they came. What it said stays in its ticket.',
  ],
  inboundTicketsPerSender: [
    'INBOUND_TICKETS_PER_SENDER',
    read.wholeNumber(0, BILLION).default(20),
    'How many tickets one address can raise by mail in an hour. Further mails are suspended. 0: no limit.',
  ],
  inboundMailsPerTicket: [
    'INBOUND_MAILS_PER_TICKET',
    read.wholeNumber(0, BILLION).default(30),
    'How many mails become comments of one ticket in an hour. 0: no limit.',
  ],
  inboundTicketsPerWorkspace: [
    'INBOUND_TICKETS_PER_WORKSPACE',
    read.wholeNumber(0, BILLION).default(1_000),
    'How many tickets all addresses together can raise by mail in an hour. 0: no limit.',
  ],
} as const satisfies Settings;
