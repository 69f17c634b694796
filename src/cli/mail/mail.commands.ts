import { sendableEmail } from '../../kernel/text.js';
import { emailAddress } from '../arguments.js';
import type { DeskCommand } from '../desk-command.js';
import { addMailInbound } from './mail-inbound.commands.js';
import { addMailFetch } from './mail-fetch.command.js';

const AFTER_HELP = `
docs/mail.md says who gets which mail, and what the answers of mail servers mean.`;

export function addMailCommands(program: DeskCommand): void {
  const mail = program
    .command('mail')
    .description('mail to customers, and mail that comes')
    .addHelpText('after', AFTER_HELP);
  mail
    .workspaceCommand(
      'list',
      'list the newest mails that are waiting, have failed or had no recipient, without their texts',
    )
    .option('--json', 'print JSON')
    .does(async () => (await import('./mail.actions.js')).listMails);
  mail
    .workspaceCommand(
      'test',
      'send a mail from the workspace to an address, now, and say what the mail server answers',
    )
    .argument('<address>', 'e-mail address', sendable)
    .does(async () => (await import('./mail.actions.js')).sendTestMail);
  addMailInbound(mail);
  addMailFetch(mail);
}

function sendable(text: string): string {
  const address = emailAddress(text);
  return sendableEmail(address) ?? address;
}
