import { randomUUID } from 'node:crypto';
import type { ActiveSender, Correspondence } from '../queue/mail.repository.js';
import { noticeBodies } from './mail-bodies.js';
import { ENGLISH, type NoticeTexts } from './mail.texts.js';
import type { Letter } from './message.js';
import { recipientsOf } from './recipients.rules.js';
import { headersOfNotice, type ThreadHeaders } from './threads.rules.js';

type NoticeSender = Omit<ActiveSender, 'subdomain' | 'replyAddress'>;

type NoticeHeaders = ThreadHeaders & Pick<Letter, 'recipients' | 'date' | 'returnPath'>;

/** Tells a customer that a ticket was raised. It repeats none of its words, because the address may be somebody else's. */
export function acknowledgement(
  sender: ActiveSender & Correspondence & Pick<Letter, 'returnPath'>,
  headers: ThreadHeaders,
  date: Date,
): Letter {
  const { desk, number, customerEmail, raisedAt, returnPath } = sender;
  const recipients = recipientsOf(sender, customerEmail);
  const texts = ENGLISH.acknowledgement(desk, number, raisedAt);
  return noticeOf(sender, { ...headers, recipients, date, returnPath }, texts);
}

/** Tells a new member of the team. It repeats no words that a client has sent. */
export function invitation(sender: ActiveSender, to: string, headers: ThreadHeaders, date: Date): Letter {
  const recipients = recipientsOf(sender, to);
  return noticeOf(
    sender,
    { ...headers, recipients, date, returnPath: null },
    ENGLISH.invitation(sender.desk),
  );
}

export function testLetter(sender: NoticeSender, to: string): Letter {
  const { desk, mailFrom } = sender;
  const domain = mailFrom.slice(mailFrom.lastIndexOf('@') + 1);
  const headers = headersOfNotice('test', randomUUID(), domain);
  const recipients = { to: [to], cc: [] };
  return noticeOf(sender, { ...headers, recipients, date: new Date(), returnPath: null }, ENGLISH.test(desk));
}

function noticeOf(
  { desk, mailFrom, replyTo, footer }: NoticeSender,
  headers: NoticeHeaders,
  { subject, paragraphs }: NoticeTexts,
): Letter {
  return {
    ...headers,
    ...{ from: { name: desk, address: mailFrom }, replyTo, subject },
    ...noticeBodies(paragraphs, { subject, footer }),
    ...{ files: [], isAutomatic: true },
  };
}
