import { InvalidArgumentError } from 'commander';
import {
  finishOf,
  mailboxAddressOf,
  type Finish,
  type MailboxAddress,
} from '../../mailboxes/mailbox-address.rules.js';
import type { DeskCommand } from '../desk-command.js';

const AFTER_HELP = `
It begins with the next mail that comes. Ctrl-C ends it at any moment, and nothing is lost. docs/mail.md has an example.`;

export function addMailFetch(mail: DeskCommand): void {
  mail
    .workspaceCommand(
      'fetch',
      'fetch the mails of a mailbox by IMAP: those that have arrived since the last time',
    )
    .requiredOption(
      '--imap <url>',
      'user, server and folder: imaps://<user>@<server>/<folder>, or imap:// with STARTTLS; @ of the user is %40, the folder is INBOX by default',
      address,
    )
    .option('--password-file <file>', 'file with the password; - is standard input')
    .option('--token-command <command>', 'command that prints an OAuth token, run at each connection')
    .option('--watch', 'keep running, and fetch each mail when it arrives')
    .option('--all', 'take older mails, too, up to 400 days, without acknowledging them')
    .option(
      '--after <what>',
      'what happens to a mail that is safe: flag (as read), move:<folder> or delete',
      finish,
      { do: 'flag' } satisfies Finish,
    )
    .addHelpText('after', AFTER_HELP)
    .does(async () => (await import('./mail-fetch.action.js')).fetchMail);
}

function address(text: string): MailboxAddress {
  const read = mailboxAddressOf(text);
  if (read) return read;
  throw new InvalidArgumentError(
    'It must be imaps:// or imap://, a percent-encoded user without a password, @, and a server; a port, /<folder> and, for imap://, ?tls=off may follow.',
  );
}

function finish(text: string): Finish {
  const read = finishOf(text);
  if (read) return read;
  throw new InvalidArgumentError('It must be flag, delete or move:<folder>.');
}
