import type { Command } from 'commander';
import { wholeNumber } from './arguments.js';

const MAX_TICKETS = 100_000_000;
const MAX_SEED = 4_294_967_295;

/** `seed`. */
export function addSeedCommand(program: Command): void {
  program
    .command('seed')
    .description('add believable synthetic tickets, for trying things out and for benchmarks')
    .argument('<subdomain>', 'subdomain of the workspace')
    .requiredOption('--tickets <count>', 'how many', wholeNumber(1, MAX_TICKETS))
    .option('--seed <number>', 'the same number makes the same tickets', wholeNumber(0, MAX_SEED), 1)
    .action(async (subdomain: string, options: { tickets: number; seed: number }) =>
      (await import('./seed.action.js')).seedTickets(subdomain, options.tickets, options.seed),
    );
}
