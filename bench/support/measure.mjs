import { ask, slowRound } from './load.mjs';

/** A server that would need this many rounds to answer every connection once is asked over two of them only. */
const SLOW_ROUNDS = 4;
const SLOW_CONNECTIONS = 2;
const WARM_REQUESTS = 400;
const COMPILED_AFTER = 8_000;

/**
 * Measures an operation on several servers, one at a time, round after round. A server whose answers were not waited for is
 * settled by `options.settle` before the next one is measured.
 * @param {{server: {name: string, port: number}, target: object, requests: object[]}[]} contestants
 * @returns {Promise<Record<string, {rps: number, p50_ms: number, p99_ms: number, rounds: object[]}>>} medians, by name
 */
export async function measure(contestants, generator, options) {
  const rounds = new Map(contestants.map(({ server }) => [server.name, []]));
  const quick = [];
  for (const contestant of contestants) {
    const onceRoundMs = (await paceOf(contestant, options)) * options.connections;
    if (onceRoundMs > SLOW_ROUNDS * options.roundMs) {
      const { name } = contestant.server;
      rounds.get(name).push({ ...(await slow(contestant, options)), connections: SLOW_CONNECTIONS });
    } else {
      quick.push({ ...contestant, ms: Math.max(options.roundMs, Math.ceil(1.5 * onceRoundMs)) });
    }
  }
  await options.settle();
  for (const contestant of quick) await warmUp(contestant, generator, options);
  for (let round = 0; round < options.rounds; round++) {
    for (const contestant of quick)
      rounds.get(contestant.server.name).push(await load(contestant, generator, options, contestant.ms));
  }
  return Object.fromEntries([...rounds].map(([name, all]) => [name, summary(all)]));
}

/** Lets each server answer until V8 has compiled what every request runs through; a cold one costs twice as much. */
export async function warmServers(contestants, generator, options) {
  for (const contestant of contestants) {
    let runs = 0;
    for (let turns = 0; runs < COMPILED_AFTER && turns < 4; turns++)
      runs += (await load(contestant, generator, options, options.compileMs)).requests;
  }
}

/** Milliseconds that one answer takes when nobody else asks. */
async function paceOf({ server, target, requests }, { slowBudgetMs }) {
  const timeoutMs = Math.max(2 * slowBudgetMs, 5_000);
  const longMs = Math.min(500, slowBudgetMs);
  let pace = Infinity;
  for (let times = 0; times < 3; times++) {
    const { ms } = await ask(server.port, target, requests[times % requests.length], { timeoutMs });
    pace = Math.min(pace, ms);
    if (ms > longMs) break;
  }
  return pace;
}

/** PostgreSQL plans a prepared statement anew for its first five runs on each connection; that is not what is measured. */
async function warmUp(contestant, generator, options) {
  const ms = Math.max(options.warmUpMs, contestant.ms / 2);
  for (let runs = 0, rounds = 0; runs < WARM_REQUESTS && rounds < 4; rounds++)
    runs += (await load(contestant, generator, options, ms)).requests;
}

function slow({ server, target, requests }, { slowBudgetMs }) {
  return slowRound({ port: server.port, target, requests, connections: SLOW_CONNECTIONS, ms: slowBudgetMs });
}

async function load({ server, target, requests }, generator, { connections }, ms) {
  const round = await generator.run({ port: server.port, target, requests, connections, ms });
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

/** Three significant digits are more than a machine repeats. */
export function round(number) {
  return Number(number.toPrecision(3));
}
