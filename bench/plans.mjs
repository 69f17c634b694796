// How PostgreSQL runs the statements of the service: no plan may read a whole table of tickets, and each statement is planned once
// or for the values of each run, as docs/performance.md says. Left to itself PostgreSQL takes longer to plan some than to run them,
// and keeps plans for others that are a thousand times too slow; answers look alike either way. `npm run bench:plans`
import setUp from '../test/support/global-setup.mjs';
import tearDown from '../test/support/global-teardown.mjs';

await setUp({ maxWorkers: 1 });
const wrong = [];
try {
  const { checkScans } = await import('./plans/scans.mjs');
  const { checkModes } = await import('./plans/modes.mjs');
  for (const check of [checkScans, checkModes]) {
    await check((name, problem) => {
      process.stdout.write(`${problem === undefined ? 'ok     ' : 'WRONG  '} ${name}\n`);
      if (problem !== undefined) wrong.push(`${name}\n${problem}`);
    });
  }
} finally {
  await tearDown();
}
for (const problem of wrong) process.stderr.write(`\n${problem}\n`);
process.exitCode = wrong.length > 0 ? 1 : 0;
