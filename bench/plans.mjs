// How PostgreSQL runs the statements of the service: no plan may read a whole table of tickets, and each statement is planned once
// or for the values of each run, as docs/performance.md says. Left to itself PostgreSQL takes longer to plan some than to run them,
// and keeps plans for others that are a thousand times too slow; answers look alike either way. `npm run bench:plans`
// An older PostgreSQL plans some statements in another way, so the distribution's server is asked, too, when it is installed.
import setUp from '../test/support/global-setup.mjs';
import tearDown from '../test/support/global-teardown.mjs';
import { postgresPrograms } from '../test/support/servers/programs.ts';

const wrong = [];

/** Makes the checks on the server of the tests. Their files need its database when they load. */
async function check(names, where = '') {
  await setUp({ maxWorkers: 1 });
  try {
    const checks = { ...(await import('./plans/scans.mjs')), ...(await import('./plans/modes.mjs')) };
    for (const name of names)
      await checks[name]((name, problem) => {
        process.stdout.write(`${problem === undefined ? 'ok     ' : 'WRONG  '} ${name}${where}\n`);
        if (problem !== undefined) wrong.push(`${name}${where}\n${problem}`);
      });
  } finally {
    await tearDown();
  }
}

await check(['checkScans', 'checkModes']);
const programs = postgresPrograms();
if (programs === null) process.stdout.write("The distribution's PostgreSQL is not installed: skipped.\n");
else if (process.env.TEST_DATABASE_URL === undefined) {
  const { Servers } = await import('../test/support/servers/servers.ts');
  const servers = await Servers.open(programs);
  try {
    const server = await servers.empty('plans');
    process.env.TEST_DATABASE_URL = server.urlOf('postgres', 'postgres');
    await check(['checkAllScans'], ' (on the server of the distribution)');
  } finally {
    await servers.close();
  }
}
for (const problem of wrong) process.stderr.write(`\n${problem}\n`);
process.exitCode = wrong.length > 0 ? 1 : 0;
