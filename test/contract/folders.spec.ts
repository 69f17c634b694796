import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PROJECT } from '../support/servers/processes.js';

const MOST_FILES = 20;

function filesByFolder(root: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const name of readdirSync(join(PROJECT, root), { recursive: true, encoding: 'utf8' })) {
    if (name.endsWith('.ts')) counts.set(dirname(name), (counts.get(dirname(name)) ?? 0) + 1);
  }
  return counts;
}

it('A folder of the source has at most 20 files.', () => {
  const counts = filesByFolder('src');
  expect(counts.size).toBeGreaterThan(50);
  expect([...counts].filter(([, count]) => count > MOST_FILES)).toEqual([]);
});
