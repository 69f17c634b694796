// What becomes of a mail, also when it comes, fails or is released a second time.
const SUSPENDED = 'test/api/mail-in/suspended.spec.ts';
const RECEIVED = 'test/api/mail-in/received.spec.ts';

export default [
  {
    name: 'a released mail with the failures of before',
    file: 'src/mail-in/inbound-email.sql.ts',
    find: 'released = $4::jsonb, failures = 0,',
    replace: 'released = $4::jsonb,',
    specs: [RECEIVED],
    breaks: 'a mail that has failed three times is given up at once when a person releases it',
  },
  {
    name: 'files of a mail that could not be written',
    file: 'src/mail-in/outcome-writer.service.ts',
    find: 'await this.files.discard(scope, files.uploads);',
    replace: '',
    specs: [SUSPENDED],
    breaks: 'mails that are refused fill the storage',
  },
  {
    name: 'a bounce whose second recipient takes its ticket',
    file: 'src/mail-in/bounces.service.ts',
    find: 'ticketId ??= returned?.ticketId ?? null;',
    replace: 'ticketId = returned?.ticketId ?? null;',
    specs: ['test/api/mail-in/mail-both-ways.spec.ts'],
    breaks: 'the event of a bounce does not name the ticket',
  },
];
