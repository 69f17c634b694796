import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chooseLoadGenerator } from './load.mjs';
import { commitOf, describeMachine } from './machine.mjs';
import { measure, warmServers } from './measure.mjs';
import { costOf, metered, shareOf } from './processor.mjs';
import { ROOT, startServer } from './servers.mjs';

/**
 * Measures the service against a bare server that does the same, in turn. `report` is called with what measures, and gives the figures;
 * they are printed, and kept in `bench/results/` when `save` says so.
 * @param options of `readNumbers`, with `rounds`, `seconds` and `connections`
 */
export async function againstBare(name, installation, { save, ...options }, wanted, report) {
  const begun = Date.now();
  const elapsed = () => Math.round((Date.now() - begun) / 1000);
  const say = (line) => process.stderr.write(`${String(elapsed()).padStart(4)} s  ${line}\n`);
  const { product, folder, databaseFolder, superuserUrl } = installation;
  const quiet = await chooseLoadGenerator();
  const machine = await describeMachine(superuserUrl, quiet);
  const load = {
    ...{
      rounds: options.rounds,
      connections: options.connections,
      roundMs: Math.round(options.seconds * 1000),
    },
    ...{
      warmUpMs: 1_500,
      compileMs: 3_000,
      slowBudgetMs: 6_000,
      settle: () => undefined,
      slowRounds: Infinity,
    },
  };
  let bare;
  const tools = {
    say,
    /** Starts the bare server. */
    async startBare(script, env) {
      const log = join(folder, 'bare.log');
      bare = await startServer({ name: 'bare', args: [join(ROOT, 'bench/limit', script)], env, log });
      return bare;
    },
    /** The two to compare: first the limit, then the product. */
    contestants: (work) => [
      { ...work, server: { ...bare, name: 'limit' } },
      { ...work, server: { ...product, name: 'product' } },
    ],
    /** The share that the second contestant reaches of the first. Both run until their code is compiled. */
    async compare(title, contestants) {
      const servers = [product, ...(bare ? [bare] : [])];
      const generator = metered(quiet, servers, databaseFolder);
      say(`${title}: warming up`);
      await warmServers(contestants, generator, load);
      say(title);
      const figures = await measure(contestants, generator, load);
      const withCost = (side) => ({ ...side, ...costOf(side) });
      const { limit, product: own } = figures;
      return { share: shareOf(figures), limit: withCost(limit), product: withCost(own) };
    },
  };
  try {
    const figures = await report(tools);
    const date = new Date(begun).toISOString();
    const about = { date, took_seconds: elapsed(), commit: commitOf(ROOT), ...options, wanted, machine };
    const printed = `${JSON.stringify({ ...about, ...figures }, null, 2)}\n`;
    if (save) await writeFile(join(ROOT, `bench/results/${name}-${date.slice(0, 10)}.json`), printed);
    process.stdout.write(printed);
  } finally {
    await bare?.stop();
    await installation.close();
  }
}
