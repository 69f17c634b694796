/** What the service itself says in mail. Another language is another object like this one. */
export const ENGLISH = {
  acknowledgement: {
    subject: (number: number): string => `We have received your request [#${number}]`,
    paragraphs: (desk: string, number: number): readonly string[] => [
      'Hello,',
      `thank you for writing to ${desk}. Your request has the number ${number}. We will answer to this address.`,
      'You have not written to us? Then somebody has typed your address into our form, and you can ignore this mail.',
    ],
  },
  test: {
    subject: (desk: string): string => `Test mail of ${desk}`,
    paragraphs: (desk: string): readonly string[] => [
      `This is a test mail of ${desk}. Customers get their mail the same way.`,
    ],
  },
  reply: {
    subject: (subject: string, number: number): string => {
      const isAnswer = /^re:/i.test(subject);
      return `${isAnswer ? '' : 'Re: '}${subject} [#${number}]`;
    },
    footer: (desk: string, number: number): string => `${desk}, request #${number}`,
    notAttached: (names: readonly string[]): string =>
      `Too large for mail, so not attached: ${names.join(', ')}`,
  },
} as const;
