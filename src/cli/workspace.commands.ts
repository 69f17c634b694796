import type { Command } from 'commander';

/** `workspace apply`, `workspace list`, `workspace show`. */
export function addWorkspaceCommands(program: Command): void {
  const workspace = program.command('workspace').description('create, update and look at workspaces');
  workspace
    .command('apply')
    .description('create or update one workspace from a manifest; never deletes what the file does not name')
    .argument('<file>', 'YAML file such as examples/acme.workspace.yaml, or - for standard input')
    .action(async (file: string) => (await import('./workspace.actions.js')).applyManifest(file));
  workspace
    .command('list')
    .description('list the workspaces of this installation')
    .option('--json', 'as JSON')
    .action(async (options: { json?: true }) =>
      (await import('./workspace.actions.js')).listWorkspaces(options.json === true),
    );
  workspace
    .command('show')
    .description('show what a workspace holds; as JSON with the id of everything that a client may need')
    .argument('<subdomain>', 'subdomain of the workspace')
    .option('--json', 'as JSON')
    .action(async (subdomain: string, options: { json?: true }) =>
      (await import('./workspace.actions.js')).showWorkspace(subdomain, options.json === true),
    );
}
