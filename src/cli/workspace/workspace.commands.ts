import type { DeskCommand } from '../desk-command.js';

export function addWorkspaceCommands(program: DeskCommand): void {
  const workspace = program
    .command('workspace')
    .description('create, update, show, suspend and delete workspaces');
  workspace
    .command('apply')
    .description(
      'create or update a workspace from a manifest; what the manifest does not name stays as it is',
    )
    .argument('<file>', 'YAML file, such as examples/acme.workspace.yaml, or - for standard input')
    .option('--dry-run', 'print what would change, and change nothing')
    .option('--json', 'print the workspace and its changes as JSON')
    .does(async () => (await import('./workspace.actions.js')).applyManifest);
  workspace
    .command('list')
    .description('list the workspaces of this installation')
    .option('--json', 'print JSON')
    .does(async () => (await import('./workspace-list.action.js')).showWorkspaces);
  workspace
    .workspaceCommand('show', 'show the contents of a workspace; the JSON also has the ids that clients use')
    .option('--manifest', 'print the manifest that changes nothing in it, without secrets and customers')
    .option('--json', 'print JSON')
    .does(async () => (await import('./workspace.actions.js')).showWorkspace);
  for (const [name, says] of [
    ['suspend', 'refuse all keys of a workspace, and hold its mail, webhooks and jobs back'],
    ['resume', 'let a suspended workspace go on where it was'],
  ] as const)
    workspace
      .workspaceCommand(name, says)
      .option('--json', 'print the workspace and whether that changed anything as JSON')
      .does(async () => (await import('./workspace.actions.js'))[`${name}Workspace`]);
  workspace
    .workspaceCommand(
      'delete',
      'delete a workspace with all its data, as the owner of the database; this cannot be undone',
    )
    .requiredOption('--confirm <subdomain>', 'the subdomain once more (required)')
    .option('--json', 'print the counts as JSON')
    .does(async () => (await import('../privacy/privacy.actions.js')).deleteWorkspace);
}
