import { InvalidArgumentError, Option } from 'commander';
import { checkLine } from '../../kernel/checks.js';
import type { WantedRelease } from '../../mail-in/inbound-emails.service.js';
import { checkSender, MAX_SENDER_NAME_LENGTH } from '../../mail-in/judging/sender.rules.js';
import { INBOUND_STATES, RELEASE_FORMS } from '../../mail-in/inbound-states.rules.js';
import { idOf, wholeNumber } from '../arguments.js';
import type { DeskCommand } from '../desk-command.js';
import { withoutHash } from '../tickets/ticket-reference.js';

const DEFAULT_COUNT = 30;
const MAX_COUNT = 100;

export function addMailInbound(mail: DeskCommand): void {
  const inbound = mail.command('inbound').description('list mails that came, and release suspended ones');
  inbound
    .workspaceCommand('list', 'list the newest mails that are suspended, or that are in another state')
    .addOption(
      new Option('--state <state>', 'mails in this state').choices(INBOUND_STATES).default('suspended'),
    )
    .option('--limit <count>', 'how many', wholeNumber(1, MAX_COUNT), DEFAULT_COUNT)
    .option('--json', 'print JSON, as the API shows it')
    .does(async () => (await import('./mail-inbound.actions.js')).listInboundMails);
  inbound
    .workspaceCommand(
      'release',
      'judge a suspended mail again, without the filters and limits that stopped it',
    )
    .argument('<id>', 'id of the mail; `mail inbound list` shows it', idOf('mail inbound'))
    .addOption(new Option('--as <form>', 'what it shall become').choices(RELEASE_FORMS))
    .option('--ticket <ticket>', 'number or id of the ticket of the comment', withoutHash)
    .option(
      '--sender <address>',
      'who has sent a mail that does not say it: kim@customer.example or "Kim <kim@customer.example>"',
      sender,
    )
    .option('--json', 'print the mail as JSON, as the API shows it')
    .does(async () => (await import('./mail-inbound.actions.js')).releaseInboundMail);
}

function sender(text: string): WantedRelease['sender'] {
  const [, name = '', bracketed] = /^\s*([^<>]*?)\s*<([^<>]+)>\s*$/.exec(text) ?? [];
  const email = bracketed ?? text;
  const isRight = checkSender(email) === null && checkLine(name, { max: MAX_SENDER_NAME_LENGTH }) === null;
  if (!isRight)
    throw new InvalidArgumentError('It must be an e-mail address, perhaps with a name before it.');
  return name === '' ? { email } : { email, name };
}
