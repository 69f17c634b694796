import type { DeskCommand } from '../desk-command.js';
import { addSessionCommands } from '../sessions/sessions.commands.js';

const AFTER_HELP = `
Tickets keep number, dates, status, priority, category, group and assignee. Their texts are erased, also in the audit trail, the events and
the kept replies. Stop all programs that send texts of this person meanwhile. docs/run.md says what is erased and what stays.`;

/** Adds the commands about customers, and those about their sessions. */
export function addCustomerCommands(program: DeskCommand): void {
  addSessionCommands(program);
  const customers = program.command('customers').description('erase customers');
  customers
    .workspaceCommand(
      'erase',
      'erase the data of a person, as privacy laws demand, as the owner of the database; this cannot be undone',
    )
    .argument('<address>', 'any address of the customer')
    .requiredOption('--confirm [address]', 'confirm the erasure (required); the address may follow once more')
    .option('--json', 'print the counts as JSON')
    .addHelpText('after', AFTER_HELP)
    .does(async () => (await import('../privacy/privacy.actions.js')).eraseCustomer);
}
