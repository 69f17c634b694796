import { FEATURES } from '../../app/feature-modules.js';
import { toDetailsDocument } from '../../workspaces/workspace.mapper.js';
import { readManifest } from '../../workspaces/workspace-manifest.js';
import { WorkspacesService } from '../../workspaces/workspaces.service.js';
import type { Terminal } from '../terminal.js';
import { withSession } from '../session.js';
import { readText } from '../files.js';
import { summaryOf } from './workspace-summary.js';

/** Creates or updates a workspace and prints the changes, one per line. */
export async function applyManifest(terminal: Terminal, file: string): Promise<void> {
  const manifest = readManifest(await readText(terminal, file));
  const { subdomain } = manifest.workspace;
  const { changes } = await withSession(terminal, FEATURES, ({ app }) =>
    app.get(WorkspacesService).apply(manifest),
  );
  for (const change of changes) terminal.print(change);
  const count = changes.length === 1 ? 'one change' : `${changes.length} changes`;
  terminal.say(
    changes.length === 0 ? `Workspace "${subdomain}" is up to date.` : `Workspace "${subdomain}": ${count}.`,
  );
}

export async function showWorkspace(terminal: Terminal, subdomain: string, asJson: boolean): Promise<void> {
  const details = await withSession(terminal, FEATURES, ({ app }) =>
    app.get(WorkspacesService).show(subdomain),
  );
  if (asJson) terminal.printJson(toDetailsDocument(details));
  else for (const line of summaryOf(details)) terminal.print(line);
}
