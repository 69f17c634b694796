import { wholeNumber } from '../arguments.js';
import type { DeskCommand } from '../desk-command.js';

const MAX_TICKETS = 100_000_000;
const MAX_SEED = 4_294_967_295;

export function addSeedCommand(program: DeskCommand): void {
  program
    .workspaceCommand('seed', 'add realistic synthetic tickets, for trials and benchmarks')
    .requiredOption('--tickets <count>', 'number of tickets to add (required)', wholeNumber(1, MAX_TICKETS))
    .option('--seed <number>', 'the same number gives the same tickets', wholeNumber(0, MAX_SEED), 1)
    .option('--json', 'print what was added as JSON')
    .does(async () => (await import('./seed.action.js')).seedTickets);
}
