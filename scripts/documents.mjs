// Writes what documents take from the code: `.env.example`, the table of settings in docs/configuration.md, docs/limits.md, and the tables
// about erasing in docs/run.md, and those of requests in docs/drop-in.md.
// With `--check` it writes nothing, names the files that are stale, and ends with status 1 when there are any. It needs a build.
import { readFileSync, writeFileSync } from 'node:fs';
import { SETTINGS } from '../dist/platform/config/settings.js';
import { FACTS } from '../dist/app/features.js';
import { dropInTable, speakersTable } from './documents/drop-in.mjs';
import { erasingTables } from './documents/erasing.mjs';
import { limitsPage } from './documents/limits.mjs';

const WIDTH = 130;
const settings = settingsOf(SETTINGS);
const pages = {
  '.env.example': envExample(),
  'docs/configuration.md': pageWith('docs/configuration.md', { settings: tableOfSettings() }),
  'docs/limits.md': limitsPage((name) => settings.find((setting) => setting.name === name)?.standard),
  'docs/run.md': pageWith('docs/run.md', { erasing: await erasingTables(FACTS) }),
  'docs/drop-in.md': pageWith('docs/drop-in.md', {
    requests: await dropInTable(),
    speakers: await speakersTable(),
  }),
};

const stale = Object.keys(pages).filter((path) => readFileSync(path, 'utf8') !== pages[path]);
if (process.argv.includes('--check')) {
  for (const path of stale) console.error(`${path} is not what the code says: run \`npm run documents\`.`);
  process.exitCode = stale.length > 0 ? 1 : 0;
} else for (const path of stale) writeFileSync(path, pages[path]);

function settingsOf(table) {
  return Object.values(table).flatMap((entry) =>
    Array.isArray(entry) ? settingOf(entry) : settingsOf(entry),
  );
}

function settingOf([name, kind, meaning, example]) {
  const value = defaultOf(kind);
  const standard = value === undefined || Array.isArray(value) ? undefined : String(value);
  // The mistake of a number that is too large says from where to where it may go.
  const [range] = /^from \d+ to \d+/.exec(mistakeOf(kind, '9'.repeat(15)).replace('must be ', '')) ?? [];
  const text = meaning.replace(/\s+/g, ' ');
  return { name, standard, example, meaning: range ? `${text} ${range.replace('f', 'F')}.` : text };
}

/** The default as an operator writes it, before anything is made of it. */
function defaultOf({ def: { type, defaultValue, in: input, innerType } }) {
  if (type === 'default') return defaultValue;
  const inner = input ?? innerType;
  return inner && defaultOf(inner);
}

function mistakeOf(kind, text) {
  const { error } = kind.safeParse(text);
  return error?.issues[0]?.message ?? '';
}

function envExample() {
  const blocks = settings.map(({ name, standard, example, meaning }) => {
    const line = example === undefined ? `${name}=${standard}` : `#${name}=${example}`;
    return [...wrapped(meaning).map((text) => `# ${text}`), line].join('\n');
  });
  const head =
    '# All settings of Support Desk, with their defaults. Copy this file to `.env`, or set them in the environment, which wins.\n' +
    '# `npm run documents` writes this file.';
  return `${[head, ...blocks].join('\n\n')}\n`;
}

function tableOfSettings() {
  const rows = settings.map(({ name, standard, meaning }) => {
    const text = meaning.replace(/(?:\S*<[^>]+>)+/g, '`$&`').replace(/docs\/([\w-]+\.md)/g, '[$1]($1)');
    return `| \`${name}\` | ${standard === undefined ? '–' : `\`${standard}\``} | ${text} |`;
  });
  return ['| Variable | Default | Meaning |', '|---|---|---|', ...rows].join('\n');
}

/** The page with other texts between its marks of these names and the next end. */
function pageWith(path, texts) {
  return Object.entries(texts).reduce(
    (page, [name, text]) => {
      const between = new RegExp(`(<!-- ${name}[^>]*-->\\n\\n)[^]*?(?=\\n\\n<!-- end -->)`);
      return page.replace(between, (_all, mark) => `${mark}${text}`);
    },
    readFileSync(path, 'utf8'),
  );
}

function wrapped(text) {
  const lines = [''];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== '' && `# ${last} ${word}`.length > WIDTH) lines.push(word);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return lines;
}
