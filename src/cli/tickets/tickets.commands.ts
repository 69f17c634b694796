import { MAX_PAGE_SIZE } from '../../kernel/page.js';
import { emailAddress, wholeNumber } from '../arguments.js';
import type { DeskCommand } from '../desk-command.js';

const DEFAULT_COUNT = 30;

const AFTER_HELP = `
These commands follow the rules of the API, and leave the same events and audit entries. An e-mail address names a team member.`;

export function addTicketCommands(program: DeskCommand): void {
  const tickets = program
    .command('tickets')
    .description('list, show and answer tickets')
    .addHelpText('after', AFTER_HELP);
  tickets
    .workspaceCommand('list', 'list tickets, the newest first')
    .option('--status <statuses>', 'only tickets with one of these statuses, separated by commas')
    .option('--assignee <address>', 'only tickets of this team member', emailAddress)
    .option('--limit <count>', 'how many', wholeNumber(1, MAX_PAGE_SIZE), DEFAULT_COUNT)
    .option('--json', 'print JSON, as the API shows tickets')
    .does(async () => (await import('./tickets-look.actions.js')).listTickets);
  tickets
    .workspaceCommand('show', 'show a ticket with its conversation, notes too, as plain text')
    .argument('<ticket>', 'number or id of the ticket')
    .option('--json', 'print JSON, as the API shows the ticket and its comments')
    .does(async () => (await import('./tickets-look.actions.js')).showTicket);
  tickets
    .workspaceCommand('reply', 'answer a ticket as a team member; prints the id of the comment')
    .argument('<ticket>', 'number or id of the ticket')
    .requiredOption('--as <member>', 'address of the active team member who answers (required)', emailAddress)
    .option('--text <text>', 'the answer, as plain text (default: standard input)')
    .option('--note', 'add a note, which the customer does not see')
    .option('--json', 'print the comment as JSON, as the API shows it')
    .does(async () => (await import('./tickets.actions.js')).replyToTicket);
}
