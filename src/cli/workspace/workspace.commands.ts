import type { Command } from 'commander';
import type { Terminal } from '../output/terminal.js';

/** `workspace apply`, `workspace list`, `workspace show`, `workspace delete`. */
export function addWorkspaceCommands(program: Command, terminal: Terminal): void {
  const workspace = program.command('workspace').description('create, update, show and delete workspaces');
  workspace
    .command('apply')
    .description(
      'create or update a workspace from a manifest; what the manifest does not name stays as it is',
    )
    .argument('<file>', 'YAML file, such as examples/acme.workspace.yaml, or - for standard input')
    .option('--json', 'print the workspace and its changes as JSON')
    .action(async (file: string, options: { json?: true }) =>
      (await import('./workspace.actions.js')).applyManifest(terminal, file, options.json === true),
    );
  workspace
    .command('list')
    .description('list the workspaces of this installation')
    .option('--json', 'print JSON')
    .action(async (options: { json?: true }) =>
      (await import('./workspace-list.action.js')).showWorkspaces(terminal, options.json === true),
    );
  workspace
    .command('show')
    .description('show the contents of a workspace; the JSON also has the ids that clients use')
    .argument('<subdomain>', 'subdomain of the workspace')
    .option('--json', 'print JSON')
    .action(async (subdomain: string, options: { json?: true }) =>
      (await import('./workspace.actions.js')).showWorkspace(terminal, subdomain, options.json === true),
    );
  addDelete(workspace, terminal);
}

function addDelete(workspace: Command, terminal: Terminal): void {
  workspace
    .command('delete')
    .description(
      'delete a workspace and everything of it, as the owner of the database; nothing brings it back',
    )
    .argument('<subdomain>', 'subdomain of the workspace')
    .requiredOption('--confirm <subdomain>', 'the subdomain once more (required)')
    .option('--json', 'print the counts as JSON')
    .action(async (subdomain: string, { confirm, json }: { confirm: string; json?: true }) =>
      (await import('./workspace-delete.action.js')).deleteWorkspace(
        terminal,
        subdomain,
        confirm,
        json === true,
      ),
    );
}
