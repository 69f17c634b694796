// Compiles `src/` to `dist/` only if the sources have changed since the last build, so that a start is fast.
// It compares contents, not dates, because a checkout may bring files that are older than the last build.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const STAMP = 'dist/.built-from';
// Every build that changes `dist/` also changes this file, even a build without this script.
const BUILD_INFO = 'dist/.tsbuildinfo';
const SETTINGS = ['package-lock.json', 'tsconfig.json', 'tsconfig.build.json'];

// A container image has no sources.
if (existsSync('src')) {
  const sources = fingerprint([...SETTINGS, ...sourceFiles()]);
  if (stamp() !== `${sources} ${fingerprint([BUILD_INFO])}`) {
    process.stderr.write('Building, because the sources have changed ...\n');
    const { status } = spawnSync('npm run -s build', { shell: true, stdio: ['ignore', 2, 2] });
    if (status !== 0) process.exit(status ?? 1);
    // If a source has changed during the build, its fingerprint differs, and the next call builds again.
    writeFileSync(STAMP, `${sources} ${fingerprint([BUILD_INFO])}`);
  }
}

function sourceFiles() {
  return readdirSync('src', { recursive: true })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.spec.ts'))
    .sort()
    .map((name) => join('src', name));
}

function fingerprint(files) {
  const hash = createHash('sha256');
  for (const file of files) {
    const content = existsSync(file) ? readFileSync(file) : '';
    hash.update(`${file} ${content.length}\n`).update(content);
  }
  return hash.digest('hex');
}

function stamp() {
  return existsSync(STAMP) ? readFileSync(STAMP, 'utf8') : undefined;
}
