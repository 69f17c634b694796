/** The service's own words in mail. Another language is another object like this one. */
export const ENGLISH = {
  language: 'en',
  acknowledgement: {
    subject: (number: number): string => `We have received your request [#${number}]`,
    paragraphs: (desk: string, number: number, raisedAt: Date): readonly string[] => [
      'Hello,',
      `thank you for writing to ${desk}. Your message came on ${momentOf(raisedAt)}. Your request has the number ${number}. We will answer to this address.`,
      'You have not written to us? Then somebody has typed your address into our form, and you can ignore this mail.',
    ],
  },
  invitation: {
    subject: (desk: string): string => `You belong to the team of ${desk} now`,
    paragraphs: (desk: string): readonly string[] => [
      'Hello,',
      `your address was added to the team that answers the requests of customers of ${desk}. You need not do anything.`,
      `You do not know ${desk}? Then your address was added by mistake, and you can ignore this mail.`,
    ],
  },
  test: {
    subject: (desk: string): string => `Test mail of ${desk}`,
    paragraphs: (desk: string): readonly string[] => [
      `This is a test mail of ${desk}. Customers get their mail the same way.`,
    ],
  },
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

/** A moment in words, such as `31 January 2026 at 09:30 UTC`. Nobody knows where the reader is. */
const momentOf = (moment: Date): string => `${MOMENT.format(moment)} UTC`;
