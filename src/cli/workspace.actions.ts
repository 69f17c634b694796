import { toDetailsDocument, toWorkspaceDocument } from '../workspaces/workspace.mapper.js';
import { readManifest } from '../workspaces/workspace-manifest.js';
import { WorkspacesService } from '../workspaces/workspaces.service.js';
import { print, printJson, say, table } from './output.js';
import { withSession } from './session.js';
import { readText } from './files.js';
import { summaryOf } from './workspace-summary.js';

/** Creates or updates a workspace and prints what was changed, a line each. */
export async function applyManifest(file: string): Promise<void> {
  const manifest = readManifest(await readText(file));
  const { subdomain } = manifest.workspace;
  const { changes } = await withSession((app) => app.get(WorkspacesService).apply(manifest));
  for (const change of changes) print(change);
  const count = changes.length === 1 ? 'one change' : `${changes.length} changes`;
  say(
    changes.length === 0 ? `Workspace "${subdomain}" is up to date.` : `Workspace "${subdomain}": ${count}.`,
  );
}

export async function listWorkspaces(asJson: boolean): Promise<void> {
  const workspaces = await withSession((app) => app.get(WorkspacesService).list());
  if (asJson) {
    printJson(workspaces.map(toWorkspaceDocument));
  } else if (workspaces.length === 0) {
    say('There are no workspaces yet; `workspace apply <file.yaml>` makes one.');
  } else {
    const rows = workspaces.map(({ subdomain, name, id, createdAt }) => [
      subdomain,
      name,
      id,
      createdAt.toISOString(),
    ]);
    for (const line of table(['SUBDOMAIN', 'NAME', 'ID', 'CREATED'], rows)) print(line);
  }
}

export async function showWorkspace(subdomain: string, asJson: boolean): Promise<void> {
  const details = await withSession((app) => app.get(WorkspacesService).show(subdomain));
  if (asJson) printJson(toDetailsDocument(details));
  else for (const line of summaryOf(details)) print(line);
}
