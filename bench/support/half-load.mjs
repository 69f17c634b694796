import { stolenTime } from './machine.mjs';
import { median, round } from './measure.mjs';
import { pacedLoad } from './paced-load.mjs';

/**
 * The latency of servers that get the same number of requests a second, in turn: percentiles in milliseconds, as medians of the rounds.
 * `stolen` is the share of processor time that other machines on the same host took.
 * @param {{server: {name: string, port: number}, target: object, requests: object[]}[]} contestants
 * @param {{connections: number, rate: number, ms: number, rounds: number}} load
 * @returns {Promise<Record<string, {p50_ms: number, p99_ms: number, p99_vs_p50: number, rounds: object[]}>>} by the name of the server
 */
export async function measurePaced(contestants, { rounds, ...load }) {
  const figures = Object.fromEntries(contestants.map(({ server }) => [server.name, []]));
  for (let turn = 0; turn < rounds; turn++) {
    for (const { server, target, requests } of contestants)
      figures[server.name].push(await pacedRound({ ...load, port: server.port, target, requests }));
  }
  return Object.fromEntries(Object.entries(figures).map(([name, all]) => [name, summaryOf(all)]));
}

async function pacedRound(load) {
  const before = await stolenTime();
  const { p50, p99, requests } = await pacedLoad(load);
  const after = await stolenTime();
  const stolen = (after.stolen - before.stolen) / Math.max(1, after.all - before.all);
  return {
    ...{ requests, p50: round(p50), p99: round(p99) },
    ...{ p99_vs_p50: round(p99 / p50), stolen: round(stolen) },
  };
}

function summaryOf(rounds) {
  const middle = (key) => round(median(rounds.map((one) => one[key])));
  return { p50_ms: middle('p50'), p99_ms: middle('p99'), p99_vs_p50: middle('p99_vs_p50'), rounds };
}
