// Prints the digest and the size, as it is downloaded, of each image of an OCI layout. Usage: node scripts/image/describe.mjs <layout>
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const [, , layout] = process.argv;
const MB = 1_000_000;
const json = (...path) => JSON.parse(readFileSync(join(layout, ...path), 'utf8'));

for (const { digest, annotations } of json('index.json').manifests) {
  const { layers } = json('blobs', ...digest.split(':'));
  const size = layers.reduce((sum, layer) => sum + layer.size, 0);
  console.log(`${annotations['org.opencontainers.image.ref.name']} ${digest} ${(size / MB).toFixed(1)} MB`);
}
