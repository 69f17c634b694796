// Prints how heavy the house is: the lines of `src` without the tests beside the code, and its code lines for each operation of the
// documents of the API. A code line is neither blank nor a comment.  Usage: node scripts/weight.mjs
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const METHODS = new Set(['get', 'post', 'put', 'patch', 'delete']);
const COMMENT = /^\s*(?:\/\/|\/\*|\*)/;

const lines = readdirSync('src', { recursive: true })
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.spec.ts'))
  .flatMap((name) => readFileSync(join('src', name), 'utf8').trimEnd().split('\n'));
const code = lines.filter((line) => line.trim() !== '' && !COMMENT.test(line));
const operations = ['openapi.json', 'openapi-admin.json']
  .flatMap((name) => Object.values(JSON.parse(readFileSync(name, 'utf8')).paths))
  .flatMap((path) => Object.keys(path).filter((key) => METHODS.has(key)));
console.log(`${lines.length} lines of src, ${code.length} of them code.`);
console.log(
  `${operations.length} operations: ${Math.round(code.length / operations.length)} code lines for each.`,
);
