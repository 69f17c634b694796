// Commands load the code that they need: their first answer comes within the time in which a person does not wonder.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { aTicket, aWorkspace } from '../../support/data/builders.js';
import { DeskProcess } from '../../support/servers/desk.js';
import { temporaryFolder } from '../../support/servers/processes.js';
import { BASE_DOMAIN, useDesk } from '../../support/test-app.js';

const app = useDesk();

interface Coverage {
  readonly result: readonly { readonly url: string }[];
}

/** The packages and files that a command has loaded, by what Node.js knows of its scripts. */
async function loadedBy(args: readonly string[]): Promise<readonly string[]> {
  const folder = await temporaryFolder();
  try {
    const env = { DATABASE_URL: app.database.serviceUrl, BASE_DOMAIN, NODE_V8_COVERAGE: folder.path };
    await new DeskProcess(env).output([...args]);
    const files = (await readdir(folder.path)).map((name) => readFile(join(folder.path, name), 'utf8'));
    return (await Promise.all(files)).flatMap((text) =>
      (JSON.parse(text) as Coverage).result
        .map(({ url }) => url)
        .filter((url) => url.startsWith('file:'))
        .map((url) => url.replace(/^.*\/(?:node_modules|dist)\//, '')),
    );
  } finally {
    await folder.remove();
  }
}

it.each([
  ['--version', 100],
  ['--help', 100],
  ['workspace list', 400],
  ['tickets list', 600],
  ['tickets show', 600],
  ['status', 600],
] as const)('desk %s loads no services, and at most %i files', async (command, most) => {
  const acme = await aWorkspace(app);
  const { number } = await aTicket(acme);
  const about: Readonly<Record<string, readonly string[]>> = {
    'tickets list': [acme.subdomain],
    'tickets show': [acme.subdomain, String(number)],
  };
  const loaded = await loadedBy([...command.split(' '), ...(about[command] ?? [])]);
  expect(loaded.filter((file) => /^@nestjs\/core\/|\.module\.js$|\.controller\.js$/.test(file))).toEqual([]);
  expect(loaded.length).toBeLessThanOrEqual(most);
  expect(loaded.length).toBeGreaterThan(10);
});
