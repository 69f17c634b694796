import { aKey, aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { callOf, callTool, message, olderMessage, refusalOf } from '../../support/data/mcp.js';
import { ApiClient } from '../../support/servers/api-client.js';
import { useDesk } from '../../support/test-app.js';

const app = useDesk();
let acme: TestWorkspace;

beforeAll(async () => {
  acme = await aWorkspace(app);
});

describe('POST /mcp', () => {
  // @proves E-26-10
  it('speaks the revision of 2026-07-28', async () => {
    const { body } = await message(acme.client, 'server/discover').expect(200);
    expect(body.result).toMatchObject({ supportedVersions: ['2026-07-28'], capabilities: { tools: {} } });
    expect(body.result.instructions).toContain('untrusted_text');
  });

  // @proves E-26-10
  it('speaks the revisions of 2025 without a session', async () => {
    const params = {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 't', version: '1' },
    };
    const { body, headers } = await olderMessage(acme.client, 'initialize', params).expect(200);
    expect(body.result).toMatchObject({
      protocolVersion: '2025-06-18',
      serverInfo: { name: 'support-desk' },
    });
    expect(headers).not.toHaveProperty('mcp-session-id');
    const { number } = await aTicket(acme);
    const call = { name: 'get_ticket', arguments: { ticket: number } };
    const called = await olderMessage(acme.client, 'tools/call', call).expect(200);
    expect(called.body.result.structuredContent.ticket.number).toBe(number);
    await acme.client
      .request('post', '/mcp')
      .send({ jsonrpc: '2.0', method: 'notifications/initialized' })
      .expect(202);
  });

  // @proves E-26-10
  it('keeps no stream open: GET and DELETE are 405, and a subscription is refused', async () => {
    for (const method of ['get', 'delete'] as const) {
      const { body, headers } = await acme.client.request(method, '/mcp').expect(405);
      expect([body.code, headers['allow']]).toEqual(['method_not_allowed', 'POST, OPTIONS']);
    }
    const { body } = await message(acme.client, 'subscriptions/listen', {
      notifications: { toolsListChanged: true },
    }).expect(200);
    expect(body.error.code).toBe(-32603);
  });

  // @proves E-26-2
  it('has the guard of all routes: 401 without a key, 404 without a workspace, no Idempotency-Key', async () => {
    await message(acme.stranger, 'tools/list').expect(401);
    await message((await aWorkspace(app)).clientWith(acme.key), 'tools/list').expect(401);
    const bearer = message(acme.stranger, 'tools/list').set('Authorization', `Bearer ${acme.key}`);
    await bearer.expect(200);
    await message(new ApiClient(app, 'nobody', acme.key), 'tools/list').expect(404);
    const { body } = await message(acme.client, 'tools/list').set('Idempotency-Key', 'x').expect(400);
    expect(body.code).toBe('malformed_header');
  });

  // @proves E-26-2
  it('counts a call as one request, whatever the tool runs', async () => {
    const { number } = await aTicket(acme);
    const client = acme.clientWith(await aKey(acme, 'three', { requestsPerMinute: 3 }));
    for (const left of [2, 1, 0]) {
      const called = message(client, 'tools/call', { name: 'get_ticket', arguments: { ticket: number } });
      expect((await called.expect(200)).headers['ratelimit']).toContain(`r=${left};`);
    }
    await message(client, 'tools/list').expect(429);
  });

  it('refuses many messages in one request, and what is no message', async () => {
    const batch = [{ jsonrpc: '2.0', id: 1, method: 'tools/list' }];
    expect((await acme.client.request('post', '/mcp').send(batch).expect(400)).body.code).toBe(
      'malformed_body',
    );
    const { body } = await acme.client.request('post', '/mcp').send({ hello: 1 }).expect(400);
    expect(body.error.code).toBe(-32600);
    expect((await message(acme.client, 'tools/nothing').expect(404)).body.error.code).toBe(-32601);
  });

  // @proves E-26-9
  it('refuses pages of foreign origins, and lets in those of the workspace', async () => {
    const asked = (origin: string) => message(acme.client, 'tools/list').set('Origin', origin);
    for (const origin of ['https://evil.example', 'null', 'http://desk.test', ''])
      expect((await asked(origin).expect(403)).body.code).toBe('foreign_origin');
    await asked(`https://${acme.subdomain}.desk.test`).expect(200);
  });
});

describe('a plain call', () => {
  /** The library answers a message that has more than a plain one. */
  const more = { 'tests/more': 1 };

  // @proves E-26-10
  it('has the answer that the library gives', async () => {
    const { number: ticket } = await aTicket(acme, { description: '<p>"ü" \\\\ </p>' });
    for (const [name, args] of [
      ['get_ticket', { ticket }],
      ['get_ticket', { ticket: 0 }],
      ['list_choices', { kind: 'statuses' }],
    ] as const) {
      const params = { name, arguments: args };
      const plain = await message(acme.client, 'tools/call', params).expect(200);
      const other = await message(acme.client, 'tools/call', params, more).expect(200);
      expect(plain.body).toEqual(other.body);
      const older = await olderMessage(acme.client, 'tools/call', params).expect(200);
      const otherOlder = await olderMessage(acme.client, 'tools/call', { ...params, _meta: more }).expect(
        200,
      );
      expect(older.body).toEqual(otherOlder.body);
    }
  });

  // @proves E-26-10
  it('that breaks a rule of the protocol is refused by the library', async () => {
    const params = { name: 'list_choices', arguments: { kind: 'statuses' } };
    const refused = [
      message(acme.client, 'tools/call', params).set('Mcp-Name', 'get_ticket'),
      message(acme.client, 'tools/call', params).set('Mcp-Method', 'tools/list'),
      message(acme.client, 'tools/call', params).set('MCP-Protocol-Version', '2025-06-18'),
      message(acme.client, 'tools/call', params).set('MCP-Protocol-Version', '2027-01-01'),
      olderMessage(acme.client, 'tools/call', params).set('MCP-Protocol-Version', '2024-01-01'),
      olderMessage(acme.client, 'tools/call', params).set('MCP-Protocol-Version', '2026-07-28'),
    ];
    for (const one of refused) expect((await one.expect(400)).body.error.code).toBeLessThanOrEqual(-32_000);
  });
});

describe('a tool', () => {
  it('names the arguments that are wrong, so that a model can mend them', async () => {
    expect(await refusalOf(acme.client, 'get_ticket', { ticket: 'x y', depth: 1 })).toMatchObject({
      ...{ status: 422, code: 'invalid_arguments' },
      field_errors: [
        { field: 'ticket', message: 'has the wrong form' },
        { field: 'depth', message: 'is not a known property' },
      ],
    });
  });

  it('that is not there is an error of the protocol', async () => {
    const { body } = await message(acme.client, 'tools/call', { name: 'close_all', arguments: {} }).expect(
      200,
    );
    expect(body.error).toMatchObject({ code: -32602 });
  });

  it('says the same in its text and in its structured content', async () => {
    const { number } = await aTicket(acme);
    const { content, structuredContent } = await callTool(acme.client, 'get_ticket', { ticket: number });
    expect(JSON.parse(content[0]?.text ?? '')).toEqual(structuredContent);
  });

  // @proves E-26-5
  it('has no more than 8 KiB, however long names and values are', async () => {
    const { number } = await aTicket(acme, {
      ...{ subject: '🙂'.repeat(255), description: '"'.repeat(20_000) },
      tags: Array.from({ length: 100 }, (_, index) => `${'🙂'.repeat(60)}${index}`),
      name: '🙂'.repeat(200),
    });
    for (const part of ['overview', 'tags', 'fields', 'comments', 'text']) {
      const shown = await callOf(acme.client, 'get_ticket', { ticket: number, part });
      expect([part, Buffer.byteLength(JSON.stringify(shown)) <= 8_192]).toEqual([part, true]);
    }
  });
});
