import { ask, SHORT_MS, slowRound } from './load.mjs';

/** A server that needs more than this many rounds to answer each connection once is measured with only two connections. */
const SLOW_ROUNDS = 4;
const SLOW_CONNECTIONS = 2;
const WARM_REQUESTS = 400;
const COMPILED_AFTER = 8_000;

/**
 * Measures an operation on several servers, one at a time, round after round. `options.settle` ends what a server still does
 * after its round.
 * @param {{server: {name: string, port: number}, target: object, requests: object[]}[]} contestants `requests` may be made anew each time
 * that they are asked for
 * @returns {Promise<Record<string, {rps: number, p50_ms: number, p99_ms: number, rounds: object[]}>>} medians, by name
 */
export async function measure(contestants, generator, options) {
  const { slowRounds = SLOW_ROUNDS } = options;
  const rounds = new Map(contestants.map(({ server }) => [server.name, []]));
  const quick = [];
  for (const contestant of contestants) {
    const onceRoundMs = (await paceOf(contestant, options)) * options.connections;
    if (onceRoundMs > slowRounds * options.roundMs) {
      const { name } = contestant.server;
      rounds.get(name).push({ ...(await slow(contestant, options)), connections: SLOW_CONNECTIONS });
    } else {
      quick.push([contestant, Math.max(options.roundMs, Math.ceil(1.5 * onceRoundMs))]);
    }
  }
  await options.settle();
  for (const [contestant, ms] of quick) await warmUp(contestant, ms, generator, options);
  for (let round = 0; round < options.rounds; round++) {
    for (const [contestant, ms] of quick)
      rounds.get(contestant.server.name).push(await load(contestant, generator, options, ms));
  }
  return Object.fromEntries([...rounds].map(([name, all]) => [name, summary(all)]));
}

const turnsOf = ({ roundMs }) => (roundMs < SHORT_MS ? 1 : 4);

/** Lets each server answer until V8 has compiled the code that every request runs. A cold server takes twice as long. */
export async function warmServers(contestants, generator, options) {
  const ms = options.roundMs < SHORT_MS ? options.roundMs : options.compileMs;
  for (const contestant of contestants) {
    let runs = 0;
    for (let turns = 0; runs < COMPILED_AFTER && turns < turnsOf(options); turns++)
      runs += (await load(contestant, generator, options, ms)).requests;
  }
}

/** Milliseconds that one answer takes without any other load. */
async function paceOf({ server, target, requests }, { slowBudgetMs }) {
  const timeoutMs = Math.max(2 * slowBudgetMs, 5_000);
  const longMs = Math.min(500, slowBudgetMs);
  let pace = Infinity;
  for (let times = 0; times < 3; times++) {
    const { ms } = await ask(server.port, target, requests[times % requests.length], { timeoutMs });
    pace = Math.min(pace, ms);
    // The first answer may start a process that stays.
    if (times > 0 && ms > longMs) break;
  }
  return pace;
}

/** PostgreSQL plans a prepared statement again in each of its first five runs on a connection. This is not measured. */
async function warmUp(contestant, roundMs, generator, options) {
  const ms = options.roundMs < SHORT_MS ? roundMs : Math.max(options.warmUpMs, roundMs / 2);
  for (let runs = 0, rounds = 0; runs < WARM_REQUESTS && rounds < turnsOf(options); rounds++)
    runs += (await load(contestant, generator, options, ms)).requests;
}

function slow({ server, target, requests }, { slowBudgetMs }) {
  return slowRound({ port: server.port, target, requests, connections: SLOW_CONNECTIONS, ms: slowBudgetMs });
}

/** One round. What a server still does for requests that nobody waits for is ended, so that it does not burden the next one. */
async function load({ server, target, requests }, generator, { connections, settle }, ms) {
  const round = await generator.run({ port: server.port, target, requests, connections, ms });
  await settle();
  if (round.failures > 0)
    throw new Error(
      `${server.name} failed ${round.failures} of ${round.requests} requests such as ${requests[0].path}.`,
    );
  return round;
}

function summary(rounds) {
  return {
    rps: round(median(rounds.map(({ requests, seconds }) => requests / seconds))),
    p50_ms: round(median(rounds.map(({ p50 }) => p50))),
    p99_ms: round(median(rounds.map(({ p99 }) => p99))),
    rounds,
  };
}

export function median(numbers) {
  const sorted = numbers.toSorted((one, other) => one - other);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** Three significant digits. No machine repeats more of them. */
export function round(number) {
  return Number(number.toPrecision(3));
}
