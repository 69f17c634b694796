import { FEATURES } from '../../app/feature-modules.js';
import { CustomerErasure, erasedAddress } from '../../privacy/customer-erasure.service.js';
import { PrivacyModule } from '../../privacy/privacy.module.js';
import { CommandError } from '../command-error.js';
import { refuseIfLeft } from '../files-left.js';
import { printCounts } from '../output/counts.js';
import { asOwner } from '../owner.js';
import { withWorkspace } from '../session.js';
import type { Terminal } from '../output/terminal.js';

const WHAT_STAYS =
  'Not erased: backups, logs, files of imports and exports, what clients have copied, and what others wrote about this person in ' +
  'tickets of other customers.';

/**
 * Erases the customer who has an address, prints how many rows of each table these were, and says what stays. When it is interrupted, it
 * can be run again.
 * @throws CommandError when the confirmation is another address, nobody has the address, the owner's address is not known, or files are left
 */
export async function eraseByAddress(
  terminal: Terminal,
  subdomain: string,
  address: string,
  confirmed: string | true,
  asJson: boolean,
): Promise<void> {
  if (confirmed !== true && confirmed !== address)
    throw new CommandError(`Nothing was erased: what follows --confirm must be the address "${address}".`);
  const erased = await withWorkspace(terminal, subdomain, [...FEATURES, PrivacyModule], (visit) =>
    asOwner(visit, { can: 'erase a customer', command: 'customers erase' }, (transact) =>
      visit.app.get(CustomerErasure).erase(visit.scope, transact, address),
    ),
  );
  if (erased === null)
    throw new CommandError(
      `Nothing was erased: no customer of workspace "${subdomain}" has the address "${address}".`,
    );
  printCounts(terminal, erased.counts, asJson);
  const done = `Erased the customer "${address}" of workspace "${subdomain}".`;
  terminal.say(`${done} Its tickets stay without words, and their customer is ${erasedAddress(erased.id)}.`);
  terminal.say(WHAT_STAYS);
  refuseIfLeft(erased.filesLeft);
}
