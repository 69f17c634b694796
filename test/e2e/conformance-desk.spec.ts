// Clauses on forms, team members, older variants and the command line that no test of theirs proves.
import { access, constants, readFile } from 'node:fs/promises';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import supertest from 'supertest';
import { readManifest } from '../../src/workspaces/workspace-manifest.js';
import { WorkspacesService } from '../../src/workspaces/workspaces.service.js';
import { aTicket, aWorkspace } from '../support/builders.js';
import { openExampleDesk, type Desk, type ExampleDesk } from '../support/desk.js';
import { fieldErrors } from '../support/expectations.js';
import { PROJECT, RunningProcess } from '../support/processes.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

describe('the service', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.stop());

  it('shows the name of the knowledge base that the workspace has', async () => {
    const { client, subdomain } = await aWorkspace(app);
    const workspace = { subdomain, name: 'Acme Inc', knowledge_base_name: 'Acme Help Center' };
    await app.app.get(WorkspacesService).apply(readManifest(JSON.stringify({ workspace })));
    expect((await client.get('/forms')).body.kb_details).toEqual({ knowledge_base_name: 'Acme Help Center' });
  });

  it('unassigns the tickets of a removed member in every status but closed, spam and trash', async () => {
    const { client, ...rest } = await aWorkspace(app, {
      statuses: [{ name: 'awaiting_qa' }],
      team_members: [{ email: 'eve@team.example', first_name: 'Eve' }],
    });
    const statuses = [
      'new',
      'open',
      'on_hold',
      'waiting_on_customer',
      'awaiting_qa',
      'closed',
      'spam',
      'trash',
    ];
    for (const status of statuses)
      await aTicket({ client, ...rest }, { status, assignee_email: 'eve@team.example' });
    await client
      .delete('/api/external/v1/team_members', { emails: ['eve@team.example'] })
      .set('Accept', 'application/json');
    const { tickets } = (await client.get('/tickets')).body as {
      tickets: { status: string; assignee: { email: string } | null }[];
    };
    const kept = tickets.filter(({ assignee }) => assignee?.email === 'eve@team.example');
    expect(kept.map(({ status }) => status).sort()).toEqual(['closed', 'spam', 'trash']);
    expect(tickets.filter(({ assignee }) => assignee === null)).toHaveLength(5);
  });

  it('needs the customer in the older creation too', async () => {
    const { client } = await aWorkspace(app);
    for (const body of [{}, { emails: ['a@customer.example'] }]) {
      const response = await client.post('/api/v1/public/customers', body);
      expect([response.status, fieldErrors(response).sort()]).toEqual([
        422,
        ['customer', ...Object.keys(body)],
      ]);
    }
  });
});

describe('the command line', () => {
  let example: ExampleDesk;
  let desk: Desk;
  beforeAll(async () => {
    example = await openExampleDesk();
    desk = example.desk;
  });
  afterAll(() => example.close());

  it('is the bin of the package and the script desk', async () => {
    const manifest = JSON.parse(await readFile(join(PROJECT, 'package.json'), 'utf8')) as {
      bin: Record<string, string>;
      scripts: Record<string, string>;
    };
    expect(manifest.bin).toEqual({ desk: 'dist/cli.js' });
    expect(await readFile(join(PROJECT, 'dist', 'cli.js'), 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/);
    const script = manifest.scripts['desk'] ?? '';
    const [, file = ''] = /node (\S+\.m?js)/.exec(script) ?? [];
    await access(join(PROJECT, file), constants.R_OK);
    const shown = await run('npm', ['run', '-s', 'desk', '--', '--help']);
    expect(shown).toMatchObject({ status: 0 });
    for (const command of ['workspace', 'keys', 'import', 'seed', 'migrate'])
      expect(shown.stdout).toMatch(new RegExp(`^ +${command}\\b`, 'm'));
  });

  it('shows every id that a client may need', async () => {
    const shown = await desk.json<Record<string, unknown>>(['workspace', 'show', 'acme', '--json']);
    const idsIn = (node: unknown): unknown[] => {
      if (Array.isArray(node)) return node.flatMap(idsIn);
      if (typeof node !== 'object' || node === null) return [];
      return Object.entries(node).flatMap(([key, value]) => (key === 'id' ? [value] : idsIn(value)));
    };
    const counts = Object.entries(shown).map(([name, part]) => {
      const ids = idsIn(part).filter((id) => id !== null);
      for (const id of ids) expect([name, id]).toEqual([name, expect.stringMatching(UUID)]);
      return [name, ids.length];
    });
    expect(Object.fromEntries(counts)).toEqual({
      workspace: 1,
      statuses: 8,
      // None has no id; Billing has four below it.
      categories: 5 + 5,
      groups: 2,
      // Three members with two, one and one group.
      team_members: 3 + 4,
      companies: 1,
      // Ten fields, two of them with three options each.
      fields: 10 + 6,
      forms: expect.any(Number),
    });
    expect(shown['forms']).toHaveLength(3);
  });

  it('lists keys by name and hint, as JSON too, and never a key', async () => {
    const key = (await desk.output(['keys', 'create', 'acme', '--name', 'Nightly export'])).trim();
    for (const args of [[], ['--json']]) {
      const list = await desk.output(['keys', 'list', 'acme', ...args]);
      expect(list).toContain('Nightly export');
      expect(list).toContain(`${key.slice(0, 9)}…`);
      expect(list).not.toContain(key.slice(9));
    }
  });

  it('draws the progress of an import on a terminal', async () => {
    // Standard error says that it is a terminal, as it does on one.
    const terminal = 'data:text/javascript,process.stderr.isTTY=true';
    const env = { DATABASE_URL: example.database.serviceUrl };
    const file = 'examples/tickets.ndjson';
    const args = ['--import', terminal, join('dist', 'cli.js'), 'import', 'tickets', 'acme', file];
    const { status, stdout, stderr } = await run(process.execPath, args, env);
    expect([status, stdout]).toEqual([0, '']);
    expect(stderr).toMatch(/100 ?%/);
  });

  it('leaves the bare address of an external database without a workspace, as in production', async () => {
    const service = RunningProcess.start('main.js', [], {
      PORT: '0',
      DATABASE_URL: example.database.serviceUrl,
    });
    const [, address = ''] = await service.printed(/ready at (http:\S+)/);
    const { status, body } = await supertest(address).get('/api/external/v2/tickets');
    await service.stop();
    expect([status, body.code]).toEqual([404, 'workspace_not_found']);
  });
});

/** A program of its own, with nothing of our environment but what finds programs. */
function run(
  program: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<{ status: number | null; stdout: string; stderr: string }> {
  const child = spawn(program, args, {
    cwd: PROJECT,
    env: { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (status) => {
      resolve({ status, stdout, stderr });
    });
  });
}
