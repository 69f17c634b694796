import { InvalidArgumentError, type Command } from 'commander';

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

function wholeNumber(from: number, to: number): (text: string) => number {
  return (text) => {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= from && value <= to) return value;
    throw new InvalidArgumentError(`It must be a whole number from ${from} to ${to}.`);
  };
}
