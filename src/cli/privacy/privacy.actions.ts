import { CustomerErasureService } from '../../privacy/customer-erasure.service.js';
import { erasedAddress } from '../../platform/features/erasure.js';
import { isWithoutTarget } from '../../platform/database/postgres-errors.js';
import { PrivacyModule } from '../../privacy/privacy.module.js';
import { WorkspaceDeletionService } from '../../privacy/workspace-deletion.service.js';
import { CommandError, type Terminal, type JsonOption } from '../output/terminal.js';
import { asOwner, withWorkspace } from '../session.js';

const NOT_ERASED =
  'Not erased: backups, logs, files of imports and exports, what clients have copied, and what others wrote about this person in ' +
  'tickets of other customers.';

const NO_CUSTOMER_YET =
  'To erase somebody who only takes part in tickets or has sent a mail that waits, make a customer with the address first ' +
  '(POST /customers).';

/** Erases the customer with an address, and says what stays. After an interruption it can be run again. */
export async function eraseCustomer(
  terminal: Terminal,
  subdomain: string,
  address: string,
  { confirm, json }: JsonOption & { readonly confirm: string | true },
): Promise<void> {
  if (confirm !== true && confirm !== address)
    throw new CommandError(
      `Nothing was erased: after --confirm there must be the address "${address}" or nothing.`,
    );
  const erased = await withWorkspace(terminal, subdomain, [PrivacyModule], (session) =>
    asOwner(session, { can: 'erase a customer', command: 'customers erase' }, (transact) =>
      session.app.get(CustomerErasureService).erase(session.scope, transact, address),
    ),
  );
  if (erased === null)
    throw new CommandError(
      `Nothing was erased: no customer of workspace "${subdomain}" has the address "${address}". ${NO_CUSTOMER_YET}`,
    );
  printCounts(terminal, erased.counts, { json });
  const done = `Erased the customer "${address}" of workspace "${subdomain}".`;
  terminal.say(
    `${done} Its tickets stay without their texts. Their customer is now ${erasedAddress(erased.id)}.`,
  );
  terminal.say(NOT_ERASED);
  refuseIfLeft(erased.filesLeft);
}

/** Deletes a workspace. @throws CommandError when the confirmation is another name, the owner's address is not known, or files are left */
export async function deleteWorkspace(
  terminal: Terminal,
  subdomain: string,
  { confirm, json }: JsonOption & { readonly confirm: string },
): Promise<void> {
  if (confirm !== subdomain)
    throw new CommandError(`Nothing was deleted: --confirm must repeat the subdomain "${subdomain}".`);
  const deleted = await withWorkspace(terminal, subdomain, [PrivacyModule], (session) =>
    asOwner(session, { can: 'delete a workspace', command: 'workspace delete' }, (transact) =>
      session.app.get(WorkspaceDeletionService).delete(transact, session.scope.workspaceId),
    ),
  ).catch((error: unknown) => {
    if (!isWithoutTarget(error)) throw error;
    throw new CommandError(
      `Workspace "${subdomain}" may be deleted in part, because another command wrote to it meanwhile. End that one, and delete the workspace again.`,
      { cause: error },
    );
  });
  printCounts(terminal, deleted.counts, { json });
  terminal.say(`Deleted workspace "${subdomain}" with everything that belonged to it.`);
  refuseIfLeft(deleted.filesLeft);
}

/** Prints the number of erased or deleted rows of each table, one table a line, or all as JSON. */
function printCounts(terminal: Terminal, counts: ReadonlyMap<string, number>, { json }: JsonOption): void {
  const some = [...counts].filter(([, rows]) => rows > 0);
  if (json) terminal.printJson(Object.fromEntries(some));
  else for (const [table, rows] of some) terminal.print(`${table}: ${rows}`);
}

/** Reports files that are left. @throws CommandError unless the reason is null */
function refuseIfLeft(reason: string | null): void {
  if (reason === null) return;
  throw new CommandError(
    `Some files are left, because one could not be deleted (${reason}). The service deletes the rest within an hour, once its storage can be used.`,
  );
}
