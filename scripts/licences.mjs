// Every package that production installs has a licence that this software may be shipped with: permissive, by its SPDX id.
import { readFileSync } from 'node:fs';

/** Permissive: they ask for their notice, and nothing of the program around them. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
]);

/** Packages whose licence was read by a person, with why it is right; an entry that is not needed any more fails. */
const EXCEPTIONS = {
  argparse: [
    'Python-2.0',
    'The licence of Python is permissive: notice, and a list of changes for whoever changes it.',
  ],
};

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const packages = Object.entries(lock.packages).filter(([path, { dev }]) => path !== '' && !dev);
const unneeded = new Set(Object.keys(EXCEPTIONS));
const refused = packages.flatMap(([path, locked]) => {
  const name = path.replace(/^.*node_modules\//, '');
  const licence = licenceOf(path) ?? locked.license ?? 'none named';
  if (isAllowed(licence)) return [];
  unneeded.delete(name);
  return EXCEPTIONS[name]?.[0] === licence ? [] : [`${name}: ${licence}`];
});

for (const line of refused) console.error(`licence not allowed: ${line}`);
for (const name of unneeded) console.error(`exception not needed: ${name}`);
console.log(`${packages.length} packages of production looked at, ${refused.length} refused`);
process.exitCode = refused.length + unneeded.size > 0 ? 1 : 0;

/** As the installed package says it, in any of the forms that npm had; packages for other platforms are not installed. */
function licenceOf(path) {
  try {
    const { license, licenses } = JSON.parse(readFileSync(`${path}/package.json`, 'utf8'));
    const named = [license ?? licenses ?? []].flat().map((one) => one.type ?? one);
    return named.length > 0 ? named.join(' AND ') : undefined;
  } catch {
    return undefined;
  }
}

/** An SPDX expression: one of its alternatives with all its parts. Deeper ones are for EXCEPTIONS. */
function isAllowed(expression) {
  return expression
    .replace(/^\((.*)\)$/, '$1')
    .split(' OR ')
    .some((alternative) => alternative.split(' AND ').every((id) => ALLOWED.has(id)));
}
