// Fails when npm has warned about the engines or the deprecation of a package in package.json, or about install scripts.
import { readFileSync } from 'node:fs';

const { dependencies, devDependencies, optionalDependencies } = JSON.parse(
  readFileSync('package.json', 'utf8'),
);
const ours = Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies });
const warnings = readFileSync(process.argv[2], 'utf8')
  .split('\n')
  .filter((line) => /npm warn (EBADENGINE|deprecated|install-scripts)/i.test(line));
const about = warnings.filter(
  (line) => /install-scripts/.test(line) || ours.some((name) => line.includes(`${name}@`)),
);
for (const line of about) console.error(`A direct dependency is warned about: ${line}`);
process.exit(about.length > 0 ? 1 : 0);
