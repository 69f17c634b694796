import type { DeskCommand } from '../desk-command.js';

export function addSessionCommands(program: DeskCommand): void {
  const sessions = program.command('sessions').description('end sessions of customers');
  sessions
    .workspaceCommand('end', 'end all sessions of a customer, everywhere within a second')
    .argument('<customer>', 'any address of the customer, or the id')
    .does(async () => (await import('./sessions.actions.js')).endSessions);
}
