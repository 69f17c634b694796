import { readdir, readFile } from 'node:fs/promises';
import { median, round } from './measure.mjs';

// What requests cost in processor time. Unlike their number in a second, it hardly depends on what else the machine does.

/** The processes of a PostgreSQL server: the one that its folder names, and those that this one started. */
export async function serverProcesses(folder) {
  const main = Number((await readFile(`${folder}/postmaster.pid`, 'utf8')).split('\n')[0]);
  const all = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const parents = await Promise.all(all.map(async (pid) => Number((await statOf(pid))?.[1])));
  return [main, ...all.filter((_, at) => parents[at] === main)];
}

/** Processor time of processes until now, in hundredths of a second. */
export async function ticksOf(pids) {
  const all = await Promise.all(pids.map(statOf));
  return all.reduce((sum, stat) => sum + Number(stat?.[11] ?? 0) + Number(stat?.[12] ?? 0), 0);
}

/** What the system says of a process, from its state on: its parent is the second, its processor time the twelfth and thirteenth. */
async function statOf(pid) {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
}

/**
 * The same load generator, whose rounds say besides how many microseconds of processor time each request took: `node_us` of the measured
 * server and `postgres_us` of PostgreSQL.
 * @param servers the measured servers, which are told apart by their ports
 * @param databaseFolder of PostgreSQL
 */
export function metered(generator, servers, databaseFolder) {
  const run = async (options) => {
    const pids = servers.filter(({ port }) => port === options.port).map(({ pid }) => pid);
    const spent = async () => [await ticksOf(pids), await ticksOf(await serverProcesses(databaseFolder))];
    const before = await spent();
    const measured = await generator.run(options);
    const after = await spent();
    const [node, postgres] = after.map((ticks, at) =>
      Math.round(((ticks - before[at]) * 10_000) / measured.requests),
    );
    return { ...measured, node_us: node, postgres_us: postgres };
  };
  return { ...generator, run };
}

/** What each request of a server cost, as the median of its rounds. */
export function costOf({ rounds }) {
  const of = (name) => median(rounds.map((one) => one[name]));
  return { node_us: of('node_us'), postgres_us: of('postgres_us') };
}

/**
 * How much of `limit` each round of `product` reaches: by requests in a second, and by processor time for a request. The medians, and the
 * smallest and the largest.
 */
export function shareOf({ limit, product }) {
  const speed = ({ requests, seconds }) => requests / seconds;
  const cost = ({ node_us: node, postgres_us: postgres }) => node + postgres;
  const rounds = product.rounds.map((one, index) => [one, limit.rounds[index]]);
  return {
    by_requests: spreadOf(rounds.map(([one, other]) => speed(one) / speed(other))),
    by_processor: spreadOf(rounds.map(([one, other]) => cost(other) / cost(one))),
  };
}

function spreadOf(ratios) {
  return { median: round(median(ratios)), min: round(Math.min(...ratios)), max: round(Math.max(...ratios)) };
}
