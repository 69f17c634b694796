// Checks that every production package has a permissive licence, by its SPDX id. Usage: node scripts/licences.mjs [folder with package-lock.json]
import { readFileSync } from 'node:fs';

/** Permissive licences: they ask for a notice only. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'MIT-0',
]);

/** Packages whose licence a person has read, with the reason to allow it. An entry that is no longer needed fails. */
const EXCEPTIONS = {
  argparse: [
    'Python-2.0',
    'The licence of Python is permissive: it asks for a notice, and for a list of changes in a changed copy.',
  ],
};

const [folder = '.'] = process.argv.slice(2);
const lock = JSON.parse(readFileSync(`${folder}/package-lock.json`, 'utf8'));
const packages = Object.entries(lock.packages).filter(
  ([path, { dev, link }]) => path !== '' && !dev && !link,
);
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
console.log(`${packages.length} production packages checked, ${refused.length} refused`);
process.exitCode = refused.length + unneeded.size > 0 ? 1 : 0;

/** The licence in the installed package, in any of the forms that npm has had. Packages for other platforms are not installed. */
function licenceOf(path) {
  try {
    const { license, licenses } = JSON.parse(readFileSync(`${folder}/${path}/package.json`, 'utf8'));
    const named = [license ?? licenses ?? []].flat().map((one) => one.type ?? one);
    return named.length > 0 ? named.join(' AND ') : undefined;
  } catch {
    return undefined;
  }
}

/** Accepts an SPDX expression if one alternative has only allowed parts. Nested expressions need an entry in EXCEPTIONS. */
function isAllowed(expression) {
  return expression
    .replace(/^\((.*)\)$/, '$1')
    .split(' OR ')
    .some((alternative) => alternative.split(' AND ').every((id) => ALLOWED.has(id)));
}
