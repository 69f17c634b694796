import { sendableEmail } from '../../kernel/text.js';
import { emailAddress } from '../arguments.js';
import type { DeskCommand } from '../desk-command.js';

const AFTER_HELP = `
docs/mail.md says what is mailed to whom, and what the answers of mail servers mean.`;

/** Adds `mail list` and `mail test`. */
export function addMailCommands(program: DeskCommand): void {
  const mail = program
    .command('mail')
    .description('look at mail to customers')
    .addHelpText('after', AFTER_HELP);
  mail
    .command('list')
    .description('list the newest mails that wait, have failed or had nobody to go to, without their words')
    .argument('<subdomain>', 'subdomain of the workspace')
    .option('--json', 'print JSON')
    .does(async () => (await import('./mail.actions.js')).listMails);
  mail
    .command('test')
    .description('send a mail from the workspace to an address, now, and say what the mail server answers')
    .argument('<subdomain>', 'subdomain of the workspace')
    .argument('<address>', 'e-mail address', sendable)
    .does(async () => (await import('./mail.actions.js')).sendTestMail);
}

function sendable(text: string): string {
  const address = emailAddress(text);
  return sendableEmail(address) ?? address;
}
