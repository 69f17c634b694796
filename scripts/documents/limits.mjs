// Makes docs/limits.md of limits.template.md, whose numbers in braces come from the code: `{MAX_LINKS}` is a constant of `src`,
// `{ticket.rules:MAX_TAGS}` one of a file whose name stands before it, `{$BODY_LIMIT}` the default of a setting. A unit may follow: bytes, ms or s.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** @param defaultOf the default of a setting by its name */
export function limitsPage(defaultOf) {
  const template = readFileSync('scripts/documents/limits.template.md', 'utf8');
  return template.replace(
    /\{(?:([\w.-]+):)?(\$?)(\w+)(?: (bytes|ms|s))?\}/g,
    (_all, file, isSetting, name, unit) => {
      const value = isSetting ? Number(defaultOf(name)) : constant(name, file);
      return shown(value, unit);
    },
  );
}

const sources = readdirSync('src', { recursive: true })
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.spec.ts'))
  .map((path) => ({ name: basename(path, '.ts'), text: readFileSync(join('src', path), 'utf8') }));

const declarationOf = (name) => new RegExp(`\\b${name}(?:: | = )([\\w *+/().]+)[;,]`);

function constant(name, file) {
  const declaration = declarationOf(name);
  const found = sources.filter(
    ({ name: of, text }) => (file === undefined || of === file) && declaration.test(text),
  );
  if (found.length !== 1)
    throw new Error(`docs/limits.md shows ${name}, which ${found.length} files of src declare, not one.`);
  const [, expression] = declaration.exec(found[0].text);
  return product(expression, found[0]);
}

/** Products and quotients of numbers and of other constants, of the same file or the only ones of their name, are all that limits need. */
function product(expression, { name: file, text: source }) {
  return expression.split(/(?= [*/] )/).reduce((value, part) => {
    const [, operator, text] = /^ ?([*/]?) ?([\w.]+)$/.exec(part) ?? [];
    const isOwn = declarationOf(text).test(source);
    const number = /^\d/.test(text)
      ? Number(text.replaceAll('_', ''))
      : constant(text, isOwn ? file : undefined);
    return operator === '/' ? value / number : value * number;
  }, 1);
}

function shown(value, unit) {
  if (unit === 'ms') return shown(value / 1_000, 's');
  if (unit === 's' && value < 3_600) return `${value} s`;
  if (unit === 's') return value === 3_600 ? 'an hour' : `${value / 3_600} hours`;
  const size = ['MiB', 'KiB'].find((_name, at) => unit === 'bytes' && value % 1024 ** (2 - at) === 0);
  if (size !== undefined) return `${value / 1024 ** (size === 'MiB' ? 2 : 1)} ${size}`;
  return `${value.toLocaleString('en')}${unit === 'bytes' ? ' bytes' : ''}`;
}
