import { randomUUID } from 'node:crypto';
import type { ActiveSender, Correspondence } from '../queue/mail.repository.js';
import type { Letter } from './letter.js';
import { noticeBodies } from './mail-bodies.js';
import { ENGLISH } from './mail.texts.js';
import { recipientsOf, type Recipients } from './recipients.rules.js';
import { ownAddresses } from './sender.rules.js';
import type { ThreadHeaders } from './threads.rules.js';

/** A workspace as a notice names it. */
type NoticeSender = Omit<ActiveSender, 'subdomain'>;

interface Notice {
  readonly headers: ThreadHeaders;
  readonly recipients: Recipients;
  readonly date: Date;
  readonly subject: string;
  readonly paragraphs: readonly string[];
}

/** It says nothing that the sender of the form has typed: it may go to somebody else's address. */
export function acknowledgement(
  sender: ActiveSender & Correspondence,
  headers: ThreadHeaders,
  date: Date,
): Letter {
  const { desk, number, customerEmail, raisedAt } = sender;
  const { subject, paragraphs } = ENGLISH.acknowledgement;
  const recipients = recipientsOf(customerEmail, [], ownAddresses(sender));
  return noticeOf(sender, {
    ...{ headers, recipients, date },
    ...{ subject: subject(number), paragraphs: paragraphs(desk, number, raisedAt) },
  });
}

/** It says nothing that whoever added the member has typed. */
export function invitation(sender: ActiveSender, to: string, headers: ThreadHeaders, date: Date): Letter {
  const { subject, paragraphs } = ENGLISH.invitation;
  return noticeOf(sender, {
    ...{ headers, recipients: recipientsOf(to, [], ownAddresses(sender)), date },
    ...{ subject: subject(sender.desk), paragraphs: paragraphs(sender.desk) },
  });
}

/** A mail that says nothing, so that an operator sees whether mail arrives. */
export function testLetter(sender: NoticeSender, to: string): Letter {
  const { desk, mailFrom } = sender;
  const domain = mailFrom.slice(mailFrom.lastIndexOf('@') + 1);
  return noticeOf(sender, {
    headers: { messageId: `<test-${randomUUID()}@${domain}>`, inReplyTo: null, references: [] },
    recipients: { to: [to], cc: [] },
    date: new Date(),
    subject: ENGLISH.test.subject(desk),
    paragraphs: ENGLISH.test.paragraphs(desk),
  });
}

/** A mail that the service writes itself. */
function noticeOf(
  { desk, mailFrom, replyTo, footer }: NoticeSender,
  { headers, recipients, date, subject, paragraphs }: Notice,
): Letter {
  return {
    ...headers,
    ...{ from: { name: desk, address: mailFrom }, replyTo, recipients, date, subject },
    ...noticeBodies(paragraphs, { subject, footer }),
    ...{ files: [], isAutomatic: true },
  };
}
