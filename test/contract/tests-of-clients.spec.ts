// Tests of the API and of commands speak as clients and operators do. What only the database can show is a contract test, and what
// makes rows old or broken is a helper of test/support that says what it means.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT } from '../support/servers/processes.js';

const specs = ['test/api', 'test/commands'].flatMap((folder) =>
  readdirSync(join(PROJECT, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => `${folder}/${path}`),
);

it.each(['asAdmin', 'askEveryServer', "from 'pg'"])('no test of the API or of a command has %s', (words) => {
  expect(specs.length).toBeGreaterThan(80);
  expect(specs.filter((path) => readFileSync(join(PROJECT, path), 'utf8').includes(words))).toEqual([]);
});
