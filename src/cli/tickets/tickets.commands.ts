import type { Command } from 'commander';
import { MAX_PAGE_SIZE } from '../../kernel/page.js';
import { emailAddress, wholeNumber } from '../arguments.js';
import type { Terminal } from '../output/terminal.js';

const DEFAULT_COUNT = 30;

const AFTER_HELP = `
The rules, the events and the audit trail are those of the API. A member is named by the e-mail address.`;

/** `tickets list`, `tickets show`, `tickets reply`. */
export function addTicketCommands(program: Command, terminal: Terminal): void {
  const tickets = program
    .command('tickets')
    .description('list, show and answer tickets')
    .addHelpText('after', AFTER_HELP);
  addList(tickets, terminal);
  addShow(tickets, terminal);
  addReply(tickets, terminal);
}

/** The options of `tickets list`. */
export interface ListOptions {
  readonly status?: string;
  readonly assignee?: string;
  readonly limit: number;
  readonly json?: true;
}

function addList(tickets: Command, terminal: Terminal): void {
  tickets
    .command('list')
    .description('list tickets, the newest first')
    .argument('<subdomain>', 'subdomain of the workspace')
    .option('--status <statuses>', 'only tickets with one of these statuses, separated by commas')
    .option('--assignee <address>', 'only tickets of this team member', emailAddress)
    .option('--limit <count>', 'how many', wholeNumber(1, MAX_PAGE_SIZE), DEFAULT_COUNT)
    .option('--json', 'print JSON, as the API shows tickets')
    .action(async (subdomain: string, options: ListOptions) =>
      (await import('./tickets.actions.js')).listTickets(terminal, subdomain, options),
    );
}

function addShow(tickets: Command, terminal: Terminal): void {
  tickets
    .command('show')
    .description('show a ticket with its conversation, notes too, as plain text')
    .argument('<subdomain>', 'subdomain of the workspace')
    .argument('<ticket>', 'number or id of the ticket')
    .option('--json', 'print JSON, as the API shows the ticket and its comments')
    .action(async (subdomain: string, ticket: string, options: { json?: true }) =>
      (await import('./tickets.actions.js')).showTicket(terminal, subdomain, ticket, options.json === true),
    );
}

/** The options of `tickets reply`. */
export interface ReplyOptions {
  readonly as: string;
  readonly text?: string;
  readonly note?: true;
  readonly json?: true;
}

function addReply(tickets: Command, terminal: Terminal): void {
  tickets
    .command('reply')
    .description('answer a ticket as a team member; prints the id of the comment')
    .argument('<subdomain>', 'subdomain of the workspace')
    .argument('<ticket>', 'number or id of the ticket')
    .requiredOption('--as <member>', 'address of the active team member who answers (required)', emailAddress)
    .option('--text <text>', 'the answer, as plain text (default: standard input)')
    .option('--note', 'add a note, which the customer does not see')
    .option('--json', 'print the comment as JSON, as the API shows it')
    .action(async (subdomain: string, ticket: string, options: ReplyOptions) =>
      (await import('./tickets.actions.js')).replyToTicket(terminal, subdomain, ticket, options),
    );
}
