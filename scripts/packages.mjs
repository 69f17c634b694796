// Packs the service and the client as they are published, with a list of what is in them and sums. Usage: npm run -s packages -- <folder>
import { basename } from 'node:path';
import { packClient, packService } from './packages/pack.mjs';
import { writeSbom, writeSums } from './packages/papers.mjs';

const [folder = 'packed'] = process.argv.slice(2);
const packed = [packService(folder), packClient(folder)];
const papers = packed.map(writeSbom);
writeSums(folder, [...packed.map(({ path }) => path), ...papers]);
for (const { path, entryCount, size } of packed)
  console.log(`${basename(path)}: ${entryCount} files, ${(size / 1024 / 1024).toFixed(2)} MB`);
