// The commands in the pages, parsed by `desk` itself, which does nothing with them: each has the arguments and options that it needs.
import { CommanderError, type Command } from 'commander';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import type { Io } from '../../../src/cli/io.js';
import { Terminal } from '../../../src/cli/output/terminal.js';
import { createProgram } from '../../../src/cli/program.js';
import { PROJECT } from '../../support/servers/processes.js';

const FOLDERS = ['docs', 'docs/systemd', 'docker'];
const filesIn = (folder: string) =>
  readdirSync(join(PROJECT, folder), { withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'picture.png')
    .map(({ name }) => join(folder, name));

/** The ways to call the program, up to its first word. A line of Postfix's master.cf begins with the same name. */
const CALL = /(?:\bnpm run -s desk -- |\bdist\/cli\.js |(?:^|[$(|&;]|[A-Z]=\S* ) *desk (?!unix))(?=[a-z])/gm;
const QUOTED = String.raw`'[^']*'|"(?:\\.|[^"\\])*"`;
/** All up to the end of a command: a pipe, a redirection, a comment, a bracket, the end of the line. */
const COMMAND = new RegExp(String.raw`^(?:${QUOTED}|\\\n|(?! #)[^|&;<>()\n])*`);
const WORDS = new RegExp(String.raw`(?:${QUOTED}|[^\s'"])+`, 'g');

/** Stands for <id> and for variables. */
const ID = '0190c7a4-7c55-7e31-b0a2-3c4d5e6f7a8b';

/** The words of a command at the beginning of a text. */
function wordsOf(text: string): string[] {
  const [command = ''] = COMMAND.exec(text) ?? [];
  const words = command.replaceAll('\\\n', ' ').match(WORDS) ?? [];
  return words.map((word) => word.replaceAll(/^['"]|['"]$/g, ''));
}

function commandsIn(file: string): string[][] {
  const text = readFileSync(join(PROJECT, file), 'utf8')
    .replaceAll(/<id>|"?\$[A-Z]\w+"?(?=\s)/g, ID)
    .replaceAll(/ \d>/g, ' >')
    .replaceAll('%%', '%');
  const blocks = [...text.matchAll(/^ *```\w*\n(.*?)^ *```/gms)].map(([, block = '']) => block);
  return (file.endsWith('.md') ? blocks : [text]).flatMap((block) =>
    [...block.matchAll(CALL)].map(({ 0: call, index }) => wordsOf(block.slice(index + call.length))),
  );
}

const withoutActions = (command: Command): Command => {
  for (const each of command.commands) withoutActions(each);
  return command.commands.length === 0 ? command.action(() => undefined) : command;
};

/** What the program says of a command line; null when it would run it. */
async function refusalOf(words: readonly string[]): Promise<string | null> {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const io: Io = { environment: () => ({}), cwd: PROJECT, stdin, stdout, stderr, signals: neverSignalled };
  try {
    await withoutActions(createProgram(new Terminal(io))).parseAsync([...words], { from: 'user' });
    return null;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return error.message;
  }
}
const neverSignalled = { on: () => undefined, off: () => undefined, raise: () => undefined };

const pages = ['README.md', ...FOLDERS.flatMap(filesIn)]
  .map((file) => [file, commandsIn(file)] as const)
  .filter(([, commands]) => commands.length > 0);

it.each(pages)('%s has no command that `desk` refuses', async (_file, commands) => {
  for (const words of commands) expect([words, await refusalOf(words)]).toEqual([words, null]);
});

it('Commands are found in pages, and one with a mistake is refused.', async () => {
  expect(pages.flatMap(([, commands]) => commands).length).toBeGreaterThan(40);
  expect(wordsOf(`keys create acme --name 'a b' \\\n --json > "$DESK/key" # once`)).toEqual(
    ...[['keys', 'create', 'acme', '--name', 'a b', '--json']],
  );
  expect(await refusalOf(['keys', 'create', 'acme', 'postfix', '--scopes', 'emails:write'])).toMatch(
    /--name/,
  );
});
