import { FEATURES } from '../../app/feature-modules.js';
import { PrivacyModule } from '../../privacy/privacy.module.js';
import { WorkspaceDeletion } from '../../privacy/workspace-deletion.service.js';
import { CommandError } from '../command-error.js';
import { refuseIfLeft } from '../files-left.js';
import { printCounts } from '../output/counts.js';
import { asOwner } from '../owner.js';
import { withWorkspace } from '../session.js';
import type { Terminal } from '../output/terminal.js';

/**
 * Deletes a workspace and everything of it, and prints how many rows of each table these were.
 * @throws CommandError when the confirmation is another name, the owner's address is not known, or files are left
 */
export async function deleteWorkspace(
  terminal: Terminal,
  subdomain: string,
  confirmed: string,
  asJson: boolean,
): Promise<void> {
  if (confirmed !== subdomain) {
    throw new CommandError(`Nothing was deleted: --confirm must repeat the subdomain "${subdomain}".`);
  }
  const { counts, filesLeft } = await withWorkspace(
    terminal,
    subdomain,
    [...FEATURES, PrivacyModule],
    (visit) =>
      asOwner(visit, { can: 'delete a workspace', command: 'workspace delete' }, (transact) =>
        visit.app.get(WorkspaceDeletion).delete(transact, visit.scope.workspaceId),
      ),
  );
  printCounts(terminal, counts, asJson);
  terminal.say(`Deleted workspace "${subdomain}" with everything that belonged to it.`);
  refuseIfLeft(filesLeft);
}
