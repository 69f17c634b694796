// What becomes of a mail, also when it comes, fails or is released a second time.
const SUSPENDED = 'test/system/mail-in/suspended.spec.ts';
const RECEIVED = 'test/api/mail-in/received.spec.ts';
const FETCH = 'src/mailboxes/mailbox-fetch.spec.ts';

export default [
  {
    name: 'a released mail with the failures of before',
    file: 'src/mail-in/inbound-email.sql.ts',
    find: 'released = $4::jsonb, failures = -${OF_WAITING},',
    replace: 'released = $4::jsonb,',
    specs: [RECEIVED],
    breaks: 'a mail that has failed three times is given up at once when a person releases it',
  },
  {
    name: 'a released mail that is judged before its release is kept',
    file: 'src/mail-in/inbound-emails.service.ts',
    find: 'this.unitOfWork.afterwards(inner, () => {',
    replace: '[inner].forEach(() => {',
    specs: ['test/system/mail-in/released-with-key.spec.ts'],
    breaks: 'a mail is read for a release that is undone, and holds others up',
  },
  {
    name: 'files of a mail that could not be written',
    file: 'src/mail-in/outcome-writer.service.ts',
    find: 'await this.files.discard(scope, files.uploads);',
    replace: '',
    specs: [SUSPENDED],
    breaks: 'mails that are refused fill the storage, until a sweep a day later',
  },
  {
    name: 'a bounce for its first recipient only',
    file: 'src/mail-in/bounce-reports.service.ts',
    find: '.slice(0, MOST_RECIPIENTS)',
    replace: '.slice(0, 1)',
    specs: ['test/system/mail-in/mail-both-ways.spec.ts'],
    breaks: 'nobody sees whom else a mail did not reach',
  },
  {
    name: 'a mail that is released as somebody wished before',
    file: 'src/mail-in/inbound-email.sql.ts',
    find: 'released = $4::jsonb, failures = -${OF_WAITING},',
    replace: 'released = coalesce(e.released, $4::jsonb), failures = -${OF_WAITING},',
    specs: [SUSPENDED],
    breaks: 'a person cannot correct a release that has led nowhere',
  },
  {
    name: 'bytes of a mail that came before',
    file: 'src/mail-in/inbound-emails.service.ts',
    find: 'if (file) await this.files.discard(scope, file);',
    replace: '',
    specs: [RECEIVED],
    breaks: 'a mail that is brought again and again fills the storage, until a sweep hours later',
  },
  {
    name: 'a mailbox whose second batch is left',
    file: 'src/mailboxes/mailbox-fetch.service.ts',
    find: 'start < uids.length; start += AT_ONCE',
    replace: 'start < Math.min(uids.length, AT_ONCE); start += AT_ONCE',
    specs: [FETCH],
    breaks: 'a run takes a hundred mails, however many there are',
  },
  {
    name: 'a mail that is done before it is safe',
    file: 'src/mailboxes/mailbox-fetch.service.ts',
    find: `    const as = await asked(mailbox, cursor, () => this.receive(scope, mailbox, mail, isOld));
`,
    replace: `    await mailbox.finish(mail.uid);
    const as = await asked(mailbox, cursor, () => this.receive(scope, mailbox, mail, isOld));
`,
    specs: [FETCH],
    breaks: 'a mail that the service cannot take is lost with its folder',
  },
  {
    name: 'a sender that PostgreSQL does not keep',
    file: 'src/mail-in/inbound-email.repository.ts',
    find: 'isMailAddress(sender) ? sender : null',
    replace: 'sender',
    specs: [RECEIVED],
    breaks: 'a mail with NUL in its From is refused for ever',
  },
  {
    name: 'the place of a round for old mails',
    file: 'src/mailboxes/mailbox-cursor.repository.ts',
    find: 'takes_old = $5::boolean`',
    replace: '(takes_old OR NOT $5::boolean)`',
    specs: ['test/system/mail-in/two-rounds.spec.ts'],
    breaks: 'old mails of a mailbox are never taken after an interruption',
  },
  {
    name: 'a sender whose address has spaces of another encoding',
    file: 'src/mail-in/message/digest.ts',
    find: "replace(/[ \\t\\r\\n]+/g, ' ')",
    replace: "replace(/\\s+/g, ' ')",
    specs: ['src/mail-in/message/digest.spec.ts'],
    breaks: 'customers erase leaves mails that nobody could read, whose sender has a domain with an à',
  },
];
