import { FEATURES } from '../../app/feature-modules.js';
import { AuditLog } from '../../events/audit-log.service.js';
import { TicketCounts } from '../../tickets/counts/ticket-counts.service.js';
import { CommandError } from '../command-error.js';
import { asOwner } from '../owner.js';
import { withWorkspace } from '../session.js';
import type { Terminal } from '../terminal.js';
import { eraseCustomer, erasedAddress, findCustomer } from './erasure.js';

const WHAT_STAYS =
  'Not erased: backups, logs, files of imports and exports, what clients have copied, and what others wrote about this person in ' +
  'tickets of other customers.';

/**
 * Erases the customer who has an address: words and contacts, wherever this database has them. Prints how many rows of each table these
 * were, and says what stays. When it is interrupted, it can be run again. The service's role must not change the audit trail, so this
 * connects as the owner.
 * @throws CommandError when the confirmation is another address, nobody has the address, or the owner's address is not known
 */
export async function eraseByAddress(
  terminal: Terminal,
  subdomain: string,
  address: string,
  confirmed: string | true,
): Promise<void> {
  if (confirmed !== true && confirmed !== address)
    throw new CommandError(`Nothing was erased: what follows --confirm must be the address "${address}".`);
  const { counts, id } = await withWorkspace(terminal, subdomain, FEATURES, (visit) =>
    asOwner(visit, { can: 'erase a customer', command: 'customers erase' }, async (transact) => {
      const id = await findCustomer(transact, address);
      if (id === null)
        throw new CommandError(
          `Nothing was erased: no customer of workspace "${subdomain}" has the address "${address}".`,
        );
      const counts = await eraseCustomer(transact, visit.app.get(AuditLog), id);
      // Changes of counts hold the words of tags until they are folded.
      await visit.app.get(TicketCounts).settle(visit.scope);
      return { counts, id };
    }),
  );
  for (const [table, rows] of counts) if (rows > 0) terminal.print(`${table}: ${rows}`);
  terminal.say(
    `Erased the customer "${address}" of workspace "${subdomain}". Its tickets stay without words, and their customer is ${erasedAddress(id)}.`,
  );
  terminal.say(WHAT_STAYS);
}
