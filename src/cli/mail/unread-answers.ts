/** Says what an operator must know as long as the service cannot read mail. */
export const unreadAnswers = (mailFrom: string): string =>
  `Nobody reads answers to ${mailFrom}: the service cannot read mail yet. reply_to in the manifest names an address that people read.`;
