import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadPackage } from './load-package.js';

it('A package is loaded once, when it is used, and tried again after its load has failed.', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'support-desk-load-package-'));
  const file = join(folder, 'package.cjs');
  const load = (): unknown => loadPackage(file);
  expect(load).toThrow('Cannot find module');
  await writeFile(file, 'exports.at = process.hrtime()');
  const first = load();
  expect(load()).toBe(first);
  await rm(folder, { recursive: true });
});
