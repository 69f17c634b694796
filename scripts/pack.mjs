// Packs the service and the client as they are published. Usage: npm run -s pack -- <folder>
import { packClient, packService } from './packages/pack.mjs';

const [folder = 'packed'] = process.argv.slice(2);
for (const { path, entryCount, size } of [packService(folder), packClient(folder)])
  console.log(`${path}: ${entryCount} files, ${(size / 1024 / 1024).toFixed(2)} MB`);
