// `npm run test:citus`: the tests on a cluster, when there is a Citus to start. Arguments go to jest.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { findCitus } from './find.mjs';

const { programs, missing } = await findCitus();
if (programs === undefined) {
  console.log(`SKIPPED: the tests on Citus were not run. ${missing}`);
} else {
  const jest = 'node_modules/jest/bin/jest.js';
  const child = spawn(process.execPath, [jest, '-c', 'jest.citus.config.mjs', ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { ...process.env, CITUS_PROGRAMS: programs },
  });
  const [status] = await once(child, 'exit');
  process.exitCode = status ?? 1;
}
