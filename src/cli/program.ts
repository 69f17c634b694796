import { Command } from 'commander';
import { addAuditCommands } from './audit.command.js';
import { addExportCommands } from './export.command.js';
import { addImportCommands } from './import.command.js';
import { addKeyCommands } from './keys.commands.js';
import { addMigrateCommand } from './migrate.command.js';
import { noteCommand } from './operator.js';
import { addSeedCommand } from './seed.command.js';
import { addWorkspaceCommands } from './workspace.commands.js';

const AFTER_HELP = `
Data goes to standard output, everything else to standard error.
Exit status: 0 done, 1 failed, 2 the command was not understood.
The configuration comes from the environment and a .env file, as for the service.`;

/**
 * All commands (decisions, section 10). What a command needs is loaded when it runs, so that help is instant; errors are
 * thrown and nothing here ends the process.
 */
export function createProgram(): Command {
  const program = new Command('desk')
    .description(
      'Operates a Support Desk installation: workspaces, API keys, imports, exports, audit trails, migrations.',
    )
    .exitOverride()
    .showHelpAfterError('(--help shows what is possible)')
    .addHelpText('after', AFTER_HELP)
    .hook('preAction', (_program, command) => {
      noteCommand(command);
    });
  addWorkspaceCommands(program);
  addKeyCommands(program);
  addImportCommands(program);
  addExportCommands(program);
  addSeedCommand(program);
  addAuditCommands(program);
  addMigrateCommand(program);
  return program;
}
