// The SDK's own client against processes of the service, which keep no sessions.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { aComment, EVE, TWO_AGENTS } from '../../support/data/comments.js';
import { freePort } from '../../support/servers/free-port.js';
import { RunningProcess } from '../../support/servers/processes.js';
import { useDesk } from '../../support/test-app.js';
import { size } from '../../support/sizes.js';

const CALLS = size({ here: 200, long: 1_000 });
const REVISION = '2026-07-28';

const app = useDesk();
let acme: TestWorkspace;
let services: RunningProcess[];
let urls: URL[];

beforeAll(async () => {
  acme = await aWorkspace(app, TWO_AGENTS);
  const ports = [await freePort(), await freePort()];
  services = ports.map((port) =>
    RunningProcess.start('main.js', [], {
      ...{ PORT: String(port), DATABASE_URL: app.database.serviceUrl },
      DEFAULT_WORKSPACE: acme.subdomain,
    }),
  );
  await Promise.all(services.map((service) => service.printed(/ready at/)));
  urls = ports.map((port) => new URL(`http://127.0.0.1:${port}/mcp`));
});
afterAll(async () => {
  await Promise.all(services.map((service) => service.stop()));
});

const headers = (): Record<string, string> => ({ 'X-Api-Key': acme.key });

async function connected(
  versionNegotiation: ConstructorParameters<typeof Client>[1] = {},
  more: ConstructorParameters<typeof StreamableHTTPClientTransport>[1] = {},
): Promise<Client> {
  const client = new Client({ name: 'tests', version: '1' }, versionNegotiation);
  const [url = new URL('http://none')] = urls;
  await client.connect(
    new StreamableHTTPClientTransport(url, { requestInit: { headers: headers() }, ...more }),
  );
  return client;
}

/** What a client asks for in the table of modes. */
const MODES = [
  ['the revision of 2026-07-28', { versionNegotiation: { mode: { pin: REVISION } } }],
  ['whatever both know best', { versionNegotiation: { mode: 'auto' } }],
  ['a revision of 2025', {}],
] as const;

describe("the SDK's client", () => {
  // @proves E-26-10, E-26-4, E-26-6, E-26-7, E-26-8
  it.each(MODES)(
    'uses every tool in %s, and finds each answer as its schema says',
    async (_name, options) => {
      const client = await connected(options);
      const { tools } = await client.listTools();
      expect(tools).toHaveLength(11);
      const { number: ticket } = await aTicket(acme, { subject: 'Invoice', tags: ['vip'] });
      await aComment(acme, ticket);
      const call = async (name: string, args: object): Promise<Record<string, unknown>> => {
        const { isError, content, structuredContent } = await client.callTool({
          name,
          arguments: { ...args },
        });
        expect([name, isError ?? false, content]).toEqual([name, false, content]);
        return structuredContent as Record<string, unknown>;
      };
      await call('search_tickets', { q: 'invoice' });
      const { etag } = await call('get_ticket', { ticket });
      for (const part of ['comments', 'tags', 'fields', 'text']) await call('get_ticket', { ticket, part });
      await call('find_customer', { q: 'some' });
      for (const kind of ['statuses', 'categories', 'groups', 'companies', 'tags', 'fields', 'team_members'])
        await call('list_choices', { kind });
      await call('list_events', { types: ['ticket.created', 'comment.created'] });
      await call('add_note', { ticket, text: 'A note', author_email: EVE.email });
      await call('create_ticket', { email: 'jo@customer.example', subject: 'New', text: 'Hello' });
      const { etag: draft } = await call('save_reply_draft', { ticket, text: 'Hi', author_email: EVE.email });
      await call('send_draft', { ticket, etag: draft });
      const stale = await client.callTool({
        name: 'update_ticket',
        arguments: { ticket, etag, priority: 'low' },
      });
      expect(stale).toMatchObject({ isError: true });
      const { etag: now } = await call('get_ticket', { ticket });
      await call('update_ticket', { ticket, etag: now, priority: 'low' });
      await call('update_tickets', { tickets: [{ ticket, priority: 'high' }] });
      await client.close();
    },
  );

  // @proves E-26-10
  it('makes a thousand calls over two processes in turn, and none fails', async () => {
    let turn = 0;
    const inTurn: typeof fetch = (_url, init) => fetch(urls[(turn += 1) % 2] ?? '', init);
    const client = await connected(MODES[0][1], { fetch: inTurn });
    const { number: ticket } = await aTicket(acme);
    const names = ['get_ticket', 'search_tickets', 'add_note', 'list_choices'];
    let failed = 0;
    const one = async (index: number): Promise<void> => {
      const name = names[index % names.length] ?? '';
      const args = {
        get_ticket: { ticket },
        add_note: { ticket, text: `${index}`, author_email: EVE.email, idempotency_key: `note-${index}` },
        list_choices: { kind: 'statuses' },
      }[name];
      const { isError } = await client.callTool({ name, arguments: args ?? {} });
      if (isError) failed += 1;
    };
    for (let index = 0; index < CALLS; index += 10)
      await Promise.all(Array.from({ length: 10 }, (_, at) => one(index + at)));
    expect(failed).toBe(0);
    expect(turn).toBeGreaterThanOrEqual(CALLS);
    const { body } = await acme.client.get(`/tickets/${ticket}/comments`).expect(200);
    expect(body.pagination.total_records).toBe(1 + CALLS / 4);
    await client.close();
  });
});
