import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { addAuditCommands } from './audit/audit.command.js';
import { addCustomerCommands } from './customers/customers.commands.js';
import { addDistributeCommand } from './distribute/distribute.command.js';
import { addEventCommands } from './events/events.command.js';
import { addExportCommands } from './export/export.command.js';
import { addImportCommands } from './import/import.command.js';
import { addKeyCommands } from './keys/keys.commands.js';
import { addMailCommands } from './mail/mail.commands.js';
import { addMigrateCommand } from './migrate/migrate.command.js';
import { addMoveCommand } from './move/move.command.js';
import { addSeedCommand } from './seed/seed.command.js';
import type { OutputStream } from './io.js';
import type { Terminal } from './terminal.js';
import { addWebhookCommands } from './webhooks/webhooks.commands.js';
import { addWorkspaceCommands } from './workspace/workspace.commands.js';

const DEFAULT_WIDTH = 80;

const AFTER_HELP = `
Data goes to standard output, messages go to standard error.
Exit status: 0 success, 1 the command failed, 2 the command line is wrong.
A command reads the same environment variables and .env file as the service.`;

/**
 * All commands (decisions, section 10). A command loads its code when it runs, so that help is fast. Errors are thrown; nothing
 * here ends the process.
 */
export function createProgram(terminal: Terminal): Command {
  const { stdout, stderr } = terminal.io;
  const program = new Command('desk')
    .description(
      'Manages a Support Desk installation: workspaces, API keys, customers, imports, exports, events, webhooks, mail, the audit trail, migrations.',
    )
    .version(versionOfPackage(), '--version')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => stdout.write(text),
      writeErr: (text) => stderr.write(text),
      getOutHelpWidth: () => widthOf(stdout),
      getErrHelpWidth: () => widthOf(stderr),
    })
    .showHelpAfterError('(--help shows the commands and options)')
    .addHelpText('after', AFTER_HELP)
    .hook('preAction', (_program, command) => {
      terminal.command = wordsOf(command).join(' ');
    });
  addWorkspaceCommands(program, terminal);
  addKeyCommands(program, terminal);
  addCustomerCommands(program, terminal);
  addImportCommands(program, terminal);
  addExportCommands(program, terminal);
  addSeedCommand(program, terminal);
  addAuditCommands(program, terminal);
  addEventCommands(program, terminal);
  addWebhookCommands(program, terminal);
  addMailCommands(program, terminal);
  addMigrateCommand(program, terminal);
  addDistributeCommand(program, terminal);
  addMoveCommand(program, terminal);
  return program;
}

function wordsOf(command: Command): string[] {
  return [...(command.parent ? wordsOf(command.parent) : []), command.name()];
}

function widthOf({ isTTY, columns = DEFAULT_WIDTH }: OutputStream): number {
  return isTTY ? columns : DEFAULT_WIDTH;
}

function versionOfPackage(): string {
  const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}
