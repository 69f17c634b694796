import type { DeskCommand } from '../desk-command.js';

const AFTER_HELP = `
Tickets stay, with number, dates, status, priority, category, group and assignee. Their words go, also from the audit trail, the events and
the kept replies. Stop whatever sends words of this person meanwhile. docs/operations.md, chapter 8, says what is erased and what stays.`;

/** Adds `customers erase`. */
export function addCustomerCommands(program: DeskCommand): void {
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
    .does(async () => (await import('../privacy/privacy.actions.js')).eraseCustomer);
}
