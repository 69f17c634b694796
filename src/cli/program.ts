import type { Command } from 'commander';
import { VERSION } from '../app/version.js';
import { addAuditCommands } from './audit/audit.commands.js';
import { addCompletionCommand } from './completion/completion.command.js';
import { addCustomerCommands } from './customers/customers.commands.js';
import { addDatabaseCommands } from './database/database.commands.js';
import { DeskCommand } from './desk-command.js';
import { addEventCommands } from './events/events.commands.js';
import { addExportCommands } from './export/export.command.js';
import { addImportCommands } from './import/import.command.js';
import { addKeyCommands } from './keys/keys.commands.js';
import { addMailCommands } from './mail/mail.commands.js';
import { addReportCommands } from './reports/reports.commands.js';
import { addSearchCommands } from './search/search.commands.js';
import { addSeedCommand } from './seed/seed.command.js';
import { addStatusCommand } from './status/status.command.js';
import type { Terminal } from './output/terminal.js';
import { visibleLines } from './output/texts.js';
import { addTicketCommands } from './tickets/tickets.commands.js';
import { addWebhookCommands } from './webhooks/webhooks.commands.js';
import { addWorkspaceCommands } from './workspace/workspace.commands.js';

const AFTER_HELP = `
Data goes to standard output, messages go to standard error.
Exit status: 0 success, 1 the command failed, 2 the command line is wrong.
A command reads the same environment variables and .env file as the service.`;

/** Makes `desk` with all commands [rule 10]. Errors are thrown; nothing here ends the process. */
export function createProgram(terminal: Terminal): Command {
  const { stdout, stderr } = terminal.io;
  const program = new DeskCommand(terminal, 'desk')
    .description(
      'Manages a Support Desk installation: workspaces, API keys, tickets, customers, their sessions, imports, exports, events, webhooks, mail, search, reports, the audit trail, migrations.',
    )
    .version(VERSION, '--version')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => stdout.write(visibleLines(text)),
      writeErr: (text) => stderr.write(visibleLines(text)),
      outputError: (text) => {
        for (const line of linesOfError(withoutSecrets(text))) terminal.say(line);
      },
      getOutHelpWidth: () => terminal.widthOf(stdout),
      getErrHelpWidth: () => terminal.widthOf(stderr),
    })
    .showHelpAfterError('(--help shows the commands and options)')
    .addHelpText('after', AFTER_HELP)
    .hook('preAction', (_program, command) => {
      terminal.command = wordsOf(command).join(' ');
    });
  addStatusCommand(program);
  addWorkspaceCommands(program);
  addKeyCommands(program);
  addTicketCommands(program);
  addCustomerCommands(program);
  addImportCommands(program);
  addExportCommands(program);
  addSeedCommand(program);
  addAuditCommands(program);
  addEventCommands(program);
  addWebhookCommands(program);
  addMailCommands(program);
  addSearchCommands(program);
  addReportCommands(program);
  addDatabaseCommands(program);
  addCompletionCommand(program);
  return program;
}

function wordsOf(command: Command): string[] {
  return [...(command.parent ? wordsOf(command.parent) : []), command.name()];
}

/** Leaves passwords out of an error of Commander, which repeats arguments: those of addresses, and what an unknown option is set to. */
function withoutSecrets(text: string): string {
  return text
    .replace(/(:\/\/[^:@/']*:)[^']*@/g, '$1…@')
    .replace(/(unknown option '-[^=']*=)[^]*?(?='\n|'$)/, '$1…');
}

/** Splits an error of Commander into its lines: the error and a suggestion. It repeats arguments, which may hold ends of lines. */
function linesOfError(text: string): string[] {
  return text.trimEnd().split(/\n(?=\(Did you mean [^\n]*$)/);
}
