import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Desk } from '../support/servers/desk.js';
import { temporaryFolder } from '../support/servers/processes.js';

const run = promisify(execFile);
const desk = new Desk({});

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
const scripts: Record<string, string> = {};
const fileOf = (shell: string) => join(folder.path, `desk.${shell}`);

beforeAll(async () => {
  folder = await temporaryFolder();
  for (const shell of ['bash', 'zsh', 'fish']) {
    scripts[shell] = await desk.output(['completion', shell]);
    await writeFile(fileOf(shell), scripts[shell]);
  }
  await mkdir(join(folder.path, 'here'));
  await writeFile(join(folder.path, 'here', 'a file.yaml'), '');
});
afterAll(() => folder.remove());

/** What a real bash offers after some words, the last of which may be empty. Nothing is unset, and nothing fails unseen. */
async function offered(words: readonly string[]): Promise<string[]> {
  const program = `set -u; source "$1"; shift; cd here
    [ "$(complete -p desk)" = 'complete -F _desk desk' ] || exit 3
    COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _desk; printf '%s\\n' \${COMPREPLY[@]+"\${COMPREPLY[@]}"}`;
  const args = ['-c', program, 'bash', fileOf('bash'), 'desk', ...words];
  const { stdout } = await run('bash', args, { cwd: folder.path });
  return stdout.split('\n').filter((line) => line !== '');
}

describe('completion bash, in bash', () => {
  it.each([
    [['wor'], ['workspace']],
    [
      ['keys', ''],
      ['create', 'list', 'limit', 'rotate', 'revoke'],
    ],
    [
      ['keys', 'list', '--'],
      ['--json', '--help'],
    ],
    [
      ['keys', 'list', 'acme', ''],
      ['--json', '--help'],
    ],
    [
      ['import', 'tickets', 'acme', '--from', ''],
      ['zendesk', 'freshdesk'],
    ],
    [['export', 'tickets', '--format', '=', 'c'], ['csv']],
    [
      ['export', 'tickets', '--format', '='],
      ['ndjson', 'csv'],
    ],
    [['audit', 'acme', '--act'], ['--action']],
    [
      ['audit', 'acme', '--action', 'ticket.'],
      [
        ...['ticket.created', 'ticket.follow_up_due', 'ticket.merged', 'ticket.resolution_overdue'],
        ...['ticket.unmerged', 'ticket.updated'],
      ],
    ],
    [['completion', 'z'], ['zsh']],
    [['workspace', 'apply', 'a'], ['a file.yaml']],
    [['import', 'tickets', 'acme', '--mapping', ''], ['a file.yaml']],
    [['keys', 'create', '--name', ''], []],
    [['frobnicate', 'x'], []],
  ])('%j', async (words, expected) => {
    expect(await offered(words)).toEqual(expected);
  });

  it('knows every command that help shows', async () => {
    const { stdout } = await desk.run(['--help']);
    const shown = [...(stdout.split('Commands:')[1] ?? '').matchAll(/^ {2}([a-z]+) /gm)].map(
      ([, name]) => name,
    );
    expect((await offered([''])).toSorted()).toEqual(shown.filter((name) => name !== 'help').toSorted());
  });
});

/** What of a line stands outside of quotes. */
const bare = (line: string) => line.replace(/'(?:\\.|[^'\\])*'|"[^"]*"/g, '');

describe('the other scripts', () => {
  it('are whole: bash reads that of zsh, whose form it shares, and blocks and quotes of that of fish end', async () => {
    await run('bash', ['-n', fileOf('zsh')]);
    const lines = (scripts['fish'] ?? '').split('\n').map(bare);
    expect(lines.filter((line) => /['\\]/.test(line))).toEqual([]);
    const ends = lines.filter((line) => /^\s*end$/.test(line)).length;
    expect(ends).toBe(lines.filter((line) => /^\s*(function|for|switch|if) /.test(line)).length);
  });

  it.each(['zsh', 'fish'])('are read by their shells, where there is one: %s', async (shell) => {
    const outcome = await run(shell, ['-n', fileOf(shell)]).catch((error: unknown) => error);
    expect([undefined, 'ENOENT']).toContain((outcome as NodeJS.ErrnoException).code);
  });

  it('know what the one for bash knows', () => {
    for (const word of ['rotate', 'failed-only', 'freshdesk', 'webhook.secret_created'])
      for (const shell of ['bash', 'zsh', 'fish']) expect(scripts[shell]).toContain(word);
  });

  it('are refused for a shell that is not known', async () => {
    expect(await desk.run(['completion', 'csh'])).toMatchObject({
      status: 2,
      stdout: '',
      stderr: expect.stringContaining('Allowed choices are bash, zsh, fish.') as string,
    });
  });
});
