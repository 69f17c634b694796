export interface NoticeTexts {
  readonly subject: string;
  readonly paragraphs: readonly string[];
}

/** The service's own words in mails. Another language is another object like this one. */
export const ENGLISH = {
  language: 'en',
  acknowledgement: (desk: string, number: number, raisedAt: Date): NoticeTexts => ({
    subject: `We have received your request [#${number}]`,
    paragraphs: [
      'Hello,',
      `thank you for writing to ${desk}. Your message came on ${momentOf(raisedAt)}. Your request has the number ${number}. We will answer to this address.`,
      'You have not written to us? Then somebody has used your address, and you can ignore this mail.',
    ],
  }),
  invitation: (desk: string): NoticeTexts => ({
    subject: `You belong to the team of ${desk} now`,
    paragraphs: [
      'Hello,',
      `your address was added to the team that answers the requests of customers of ${desk}. You need not do anything.`,
      `You do not know ${desk}? Then your address was added by mistake, and you can ignore this mail.`,
    ],
  }),
  test: (desk: string): NoticeTexts => ({
    subject: `Test mail of ${desk}`,
    paragraphs: [`This is a test mail of ${desk}. Customers get their mail the same way.`],
  }),
  reply: {
    /** The name that the customer's mail program shows. */
    agent: (name: string, desk: string): string => `${name} (${desk})`,
    subject: (subject: string, number: number): string => {
      const isAnswer = /^re:/i.test(subject);
      return `${isAnswer ? '' : 'Re: '}${subject} [#${number}]`;
    },
    below: (desk: string, number: number, notAttached: readonly string[]): readonly string[] => [
      ...(notAttached.length === 0 ? [] : [`Too large for mail, so not attached: ${notAttached.join(', ')}`]),
      `${desk}, request #${number}`,
    ],
  },
} as const;

const MOMENT = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

/** Writes a moment as `31 January 2026 at 09:30 UTC`, because nobody knows the reader's time zone. */
const momentOf = (moment: Date): string => `${MOMENT.format(moment)} UTC`;
