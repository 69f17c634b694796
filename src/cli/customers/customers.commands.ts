import type { Command } from 'commander';
import type { Terminal } from '../output/terminal.js';

const AFTER_HELP = `
Tickets stay, with number, dates, status, priority, category, group and assignee. Their words go, also from the audit trail, the events and
the kept replies. Stop whatever sends words of this person meanwhile. docs/operations.md, chapter 8, says what is erased and what stays.`;

interface EraseOptions {
  readonly confirm: string | true;
  readonly json?: true;
}

/** `customers erase`. */
export function addCustomerCommands(program: Command, terminal: Terminal): void {
  const customers = program.command('customers').description('erase customers');
  customers
    .command('erase')
    .description(
      'erase a person as privacy law asks, as the owner of the database; nothing brings the words back',
    )
    .argument('<subdomain>', 'subdomain of the workspace')
    .argument('<address>', 'any address of the customer')
    .requiredOption('--confirm [address]', 'that you mean it (required); the address may follow once more')
    .option('--json', 'print the counts as JSON')
    .addHelpText('after', AFTER_HELP)
    .action(async (subdomain: string, address: string, { confirm, json }: EraseOptions) =>
      (await import('./customers-erase.action.js')).eraseByAddress(
        terminal,
        subdomain,
        address,
        confirm,
        json === true,
      ),
    );
}
