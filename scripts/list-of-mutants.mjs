// The mutants of test/mutants/, and whether they fit the code.
import { existsSync, readdirSync, readFileSync } from 'node:fs';

const MUTANTS = new URL('../test/mutants/', import.meta.url);

/** All mutants, in the order of their files. */
export async function allMutants() {
  const files = readdirSync(MUTANTS).filter((file) => file.endsWith('.mjs'));
  const groups = files.sort().map(async (file) => (await import(new URL(file, MUTANTS).href)).default);
  return (await Promise.all(groups)).flat();
}

/** Why a mutant cannot be made, in a sentence; null when it can. */
export function whyStale({ name, file, find, replace, specs }) {
  if (!existsSync(file)) return `"${name}" is stale: there is no ${file}.`;
  const count = readFileSync(file, 'utf8').split(find).length - 1;
  if (count !== 1)
    return `"${name}" is stale: its text stands ${count} times in ${file}, not once:\n  ${find}`;
  if (find === replace) return `"${name}" changes nothing.`;
  const missing = specs.find((spec) => !existsSync(spec));
  return missing === undefined ? null : `"${name}" is stale: there is no ${missing}.`;
}
