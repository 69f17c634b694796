import { randomUUID } from 'node:crypto';
import type { ActiveSender, Correspondence } from '../queue/mail.repository.js';
import { noticeBodies } from './mail-bodies.js';
import { ENGLISH } from './mail.texts.js';
import type { Letter } from './message.js';
import { recipientsOf } from './recipients.rules.js';
import { headersOfNotice, type ThreadHeaders } from './threads.rules.js';

type NoticeSender = Omit<ActiveSender, 'subdomain'>;

interface Notice extends Pick<Letter, 'recipients' | 'date' | 'subject'> {
  readonly headers: ThreadHeaders;
  readonly paragraphs: readonly string[];
}

/** Tells a customer that a form raised a ticket. It repeats nothing that was typed: it may go to somebody else's address. */
export function acknowledgement(
  sender: ActiveSender & Correspondence,
  headers: ThreadHeaders,
  date: Date,
): Letter {
  const { desk, number, customerEmail, raisedAt } = sender;
  const { subject, paragraphs } = ENGLISH.acknowledgement;
  const recipients = recipientsOf(sender, customerEmail);
  return noticeOf(sender, {
    ...{ headers, recipients, date },
    ...{ subject: subject(number), paragraphs: paragraphs(desk, number, raisedAt) },
  });
}

/** Tells a new member of the team. It repeats nothing that whoever added the member has typed. */
export function invitation(sender: ActiveSender, to: string, headers: ThreadHeaders, date: Date): Letter {
  const { subject, paragraphs } = ENGLISH.invitation;
  return noticeOf(sender, {
    ...{ headers, recipients: recipientsOf(sender, to), date },
    ...{ subject: subject(sender.desk), paragraphs: paragraphs(sender.desk) },
  });
}

/** Makes a mail that shows an operator whether mail arrives. */
export function testLetter(sender: NoticeSender, to: string): Letter {
  const { desk, mailFrom } = sender;
  const domain = mailFrom.slice(mailFrom.lastIndexOf('@') + 1);
  return noticeOf(sender, {
    headers: headersOfNotice('test', randomUUID(), domain),
    recipients: { to: [to], cc: [] },
    date: new Date(),
    subject: ENGLISH.test.subject(desk),
    paragraphs: ENGLISH.test.paragraphs(desk),
  });
}

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
