// Runs a command while it holds the configured database open: `node scripts/with-database.mjs nest start --watch`.
// At each change, `nest` kills the service and all its child processes. Here, the embedded PostgreSQL is a child of this process,
// so it keeps running, and the next service joins it.
import { execSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';

if (!existsSync('dist/main.js')) execSync('npm run -s build', { stdio: 'inherit' });
const { processEnvironment } = await import('../dist/platform/config/process-environment.js');
const { readConfig } = await import('../dist/platform/config/env.js');
const { openDatabase } = await import('../dist/platform/database/database-access.js');

const access = await openDatabase(readConfig(processEnvironment()), 'guest').catch(({ message }) => {
  console.error(message);
  process.exit(1);
});
const [command, ...args] = process.argv.slice(2);
const child = spawn(command, args, { stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('error', ({ message }) => console.error(message));
child.on('close', async (status) => {
  await access.leave();
  process.exit(status ?? 1);
});
