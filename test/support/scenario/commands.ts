import type { TestWorkspace } from '../data/builders.js';
import { aSpamMail, received } from '../data/mails/inbound-emails.js';
import { Desk } from '../servers/desk.js';
import { TEST_SECRETS_KEY } from '../test-app.js';
import { asAdmin } from '../test-database.js';

/** Uses the commands of operators. */
export async function exerciseCommands(workspace: TestWorkspace, manifest: object): Promise<void> {
  const { app, subdomain } = workspace;
  const desk = Desk.on(app.database);
  const renamed = JSON.stringify({ ...manifest, workspace: { subdomain, name: 'Renamed' } });
  await desk.output(['workspace', 'apply', '-'], { input: renamed });
  await desk.output(['workspace', 'list']);
  await desk.output(['workspace', 'show', subdomain]);
  const line = {
    email: 'import@customer.example',
    subject: 'Imported',
    external_id: 'E-1',
    source: 'scenario',
    comments: [{ author_email: 'import@customer.example', content: 'Imported' }],
  };
  const lines = [line, { ...line, subject: 'Imported again' }].map((entry) => JSON.stringify(entry));
  const importing = ['import', 'tickets', subdomain, '-'];
  for (const input of lines) await desk.output(importing, { input });
  await desk.output([...importing, '--dry-run'], { input: lines.join('\n') });
  for (const format of ['ndjson', 'csv'])
    await desk.output(['export', 'tickets', subdomain, '--format', format]);
  await desk.output(['export', 'tickets', subdomain, '--with-comments']);
  await desk.output(['seed', subdomain, '--tickets', '3']);
  await exerciseSearch(workspace, desk);
  await desk.output(['reports', 'rebuild', subdomain]);
  await desk.output(['reports', 'show', subdomain]);
  await desk.output(['keys', 'create', subdomain, '--name', 'revoked', '--as', 'eve@team.example']);
  const keys = await desk.json<{ id: string; name: string }[]>(['keys', 'list', subdomain, '--json']);
  const { id = '' } = keys.find(({ name }) => name === 'revoked') ?? {};
  await desk.output(['keys', 'limit', subdomain, id, '100']);
  await desk.output(['keys', 'rotate', subdomain, id]);
  await desk.output(['keys', 'revoke', subdomain, id]);
  await desk.output(['sessions', 'end', subdomain, 'import@customer.example']);
  await desk.output(['audit', subdomain, '--json']);
  await exerciseWebhookCommands(Desk.on(app.database, { SECRETS_KEY: TEST_SECRETS_KEY }), subdomain);
  // The command does not have the files of the application, so its judging fails, and the mail stays pending.
  const suspended = await received(workspace, aSpamMail());
  await desk.output(['mail', 'inbound', 'list', subdomain]);
  await desk.output(['mail', 'inbound', 'release', subdomain, suspended.id]);
  // No service of another test is to judge it.
  await workspace.client.delete(`/inbound-emails/${suspended.id}`).expect(204);
  await app.operator.noteKeyUses();
}

/** The rebuild goes on with numbers that no ticket has. */
async function exerciseSearch({ app, client, scope, subdomain }: TestWorkspace, desk: Desk): Promise<void> {
  await client.get('/tickets?q=imported&include=matches').expect(200);
  await asAdmin(
    app.database,
    `INSERT INTO search_work (workspace_id, event_position, kind, ticket_number, position, last_number)
     VALUES ($1, 0, 'tickets', 1, 0, 100000) ON CONFLICT DO NOTHING`,
    [scope.workspaceId],
  );
  await desk.output(['search', 'rebuild', subdomain]);
}

async function exerciseWebhookCommands(desk: Desk, subdomain: string): Promise<void> {
  const run = (command: string, ...args: string[]) => desk.output(['webhooks', command, subdomain, ...args]);
  await run('create', 'https://receiver.example', '--types', 'form.created', '--disabled');
  const [webhook] = JSON.parse(await run('list', '--json')) as { id: string }[];
  const id = webhook?.id ?? '';
  const delivery = (await run('test', id)).trim();
  for (const args of [[], ['--state', 'pending'], ['--delivery', delivery]])
    await run('deliveries', id, ...args);
  for (const args of [[], ['--failed-only']]) await run('replay', id, ...args);
}
