import { parseArgs } from 'node:util';

const USAGE = `npm run bench -- [options]

  --quick             100,000 tickets, six operations, short rounds: two to three minutes in all
  --tickets <count>   tickets of the large workspace (1,000,000; with --quick 100,000)
  --data <folder>     keeps the database in this folder, so that the next run needs no seeding
  --rounds <count>    rounds per operation and server (3; with --quick 2)
  --seconds <number>  length of a round (2; with --quick 0.4)
  --only <names>      operations to measure, comma-separated
  --full              also 10,000 workspaces against 10
  --save              writes the results to bench/results/
  --json              one JSON document on standard output instead of the table
  --help              this text

BENCH_DATABASE_URL, the address of a superuser, takes a PostgreSQL server of your own instead of an embedded one.
`;

/** The operations with targets, and one of each other kind. */
const QUICK_OPERATIONS = [
  'get_ticket',
  'list_first_page',
  'list_filtered_status',
  'list_last_page',
  'list_fields',
  'update_ticket',
];

/** Reads the arguments. Prints the usage and ends when asked to. */
export function readOptions(args = process.argv.slice(2)) {
  const { values } = parseArgs({
    args,
    options: {
      quick: { type: 'boolean', default: false },
      tickets: { type: 'string' },
      data: { type: 'string' },
      rounds: { type: 'string' },
      seconds: { type: 'string' },
      only: { type: 'string' },
      full: { type: 'boolean', default: false },
      save: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    process.stdout.write(USAGE);
    process.exit(0);
  }
  const { quick } = values;
  return {
    quick,
    full: values.full,
    save: values.save,
    json: values.json,
    data: values.data,
    tickets: positive('tickets', values.tickets, quick ? 100_000 : 1_000_000),
    smallTickets: 1_000,
    rounds: positive('rounds', values.rounds, quick ? 2 : 3),
    roundMs: Math.round(positive('seconds', values.seconds, quick ? 0.4 : 2) * 1000),
    warmUpMs: quick ? 150 : 1_500,
    /** Length of a warm-up until the code is compiled. There are at most four. */
    compileMs: quick ? 500 : 3_000,
    /** Length of a round at half load. */
    halfLoadMs: quick ? 700 : 2_000,
    halfLoadRounds: quick ? 1 : 7,
    /** Time for a server whose single answers take long. */
    slowBudgetMs: quick ? 500 : 6_000,
    connections: 32,
    only: values.only?.split(',') ?? (quick ? QUICK_OPERATIONS : undefined),
    isWhole: values.only === undefined,
  };
}

/** The number that an option says, or another one when it is not given. */
export function positive(name, text, otherwise) {
  const value = text === undefined ? otherwise : Number(text);
  if (value > 0) return value;
  throw new Error(`--${name} must be a number above 0.`);
}

/**
 * Reads options that are numbers, and `--save`.
 * @param {Record<string, number>} numbers what each is when it is not given
 */
export function readNumbers(numbers) {
  const texts = Object.keys(numbers).map((name) => [name, { type: 'string' }]);
  const { values } = parseArgs({
    options: { ...Object.fromEntries(texts), save: { type: 'boolean', default: false } },
  });
  const read = Object.entries(numbers).map(([name, number]) => [name, positive(name, values[name], number)]);
  return { ...Object.fromEntries(read), save: values.save };
}
