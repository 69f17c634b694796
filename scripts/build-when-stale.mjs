// Builds `dist/` only when a source file is newer than the last build, so that `npm run -s desk` starts fast.
import { execSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

if (existsSync('src') && newest('src') > stamp('dist/.tsbuildinfo')) {
  execSync('npm run -s build', { stdio: ['ignore', process.stderr, process.stderr] });
}

function newest(folder) {
  return readdirSync(folder, { recursive: true }).reduce(
    (latest, name) => Math.max(latest, statSync(join(folder, name)).mtimeMs),
    0,
  );
}

function stamp(file) {
  return existsSync(file) ? statSync(file).mtimeMs : 0;
}
