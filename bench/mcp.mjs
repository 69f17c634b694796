// MCP: calls of tools against the requests of the API that they run, in turn, on one service.
//   npm run bench:mcp -- [--tickets 10000] [--rounds 5] [--seconds 3] [--connections 32] [--save]
import assert from 'node:assert/strict';
import { againstBare } from './support/against-bare.mjs';
import { fillConversations } from './support/conversations.mjs';
import { makeWorkspace } from './support/data-set.mjs';
import { openInstallation } from './support/installation.mjs';
import { ask } from './support/load.mjs';
import { UNIQUE } from './support/operations.mjs';
import { readNumbers } from './support/options.mjs';

/** A call may cost 1.3 times its request. */
const SHARE = 1 / 1.3;
const WANTED = { get_ticket: SHARE, get_ticket_with_comments: SHARE, search_tickets: SHARE, add_note: SHARE };
const DISCUSSED = 1_000;
const API = '/api/external/v2/tickets';
const REVISION = '2026-07-28';
const META = {
  'io.modelcontextprotocol/protocolVersion': REVISION,
  'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

const options = readNumbers({ tickets: 10_000, rounds: 5, seconds: 3, connections: 32 });
const installation = await openInstallation({});
await againstBare('mcp', installation, options, WANTED, async ({ say, compare }) => {
  say(`making ${options.tickets} tickets`);
  const workspace = await makeWorkspace(installation, options.tickets);
  const target = { ...workspace, ...(await fillConversations(installation, workspace, DISCUSSED)) };
  const scopes = ['--scopes', 'tickets:read'];
  const subdomain = target.host.split('.')[0];
  const key = await installation.desk(['keys', 'create', subdomain, '--name', 'without comments', ...scopes]);
  const own = (name) => ({ ...installation.product, name });
  const pair = async (name, target, requestOf, callOf) => {
    const requests = target.numbers.map(requestOf);
    const calls = target.numbers.map((number, index) => toolCall(name, callOf(number, index)));
    await refuseFailures(target, [requests[0], calls[0]]);
    return [
      { target, requests, server: own('limit') },
      { target, requests: calls, server: own('product') },
    ];
  };
  const get = (number) => ({ method: 'GET', path: `${API}/${number}` });
  const withComments = (number) => ({ method: 'GET', path: `${API}/${number}?include=comments` });
  const search = () => ({ method: 'GET', path: `${API}?page_number=1&page_size=10` });
  const ticket = (number) => ({ ticket: number });
  const agentOf = (index) => target.agents[index % target.agents.length];
  const note = (number, index) => ({
    method: 'POST',
    path: `${API}/${number}/comments`,
    body: JSON.stringify({
      ...{ comment_type: 'note', author_email: agentOf(index) },
      content: `<p>Note ${UNIQUE}</p>`,
    }),
  });
  const ownNote = (number, index) => ({
    ticket: number,
    text: `Note ${UNIQUE}`,
    author_email: agentOf(index),
  });
  const measure = async (title, ...parts) => compare(title, await pair(...parts));
  return {
    get_ticket: await measure('get_ticket', 'get_ticket', { ...target, key }, get, ticket),
    get_ticket_with_comments: await measure('with comments', 'get_ticket', target, withComments, ticket),
    search_tickets: await measure('search_tickets', 'search_tickets', target, search, () => ({})),
    add_note: await measure('add_note', 'add_note', target, note, ownNote),
  };
});

function toolCall(name, args) {
  return {
    method: 'POST',
    path: '/mcp',
    body: JSON.stringify({
      ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
      params: { name, arguments: args, _meta: META },
    }),
    headers: { 'MCP-Protocol-Version': REVISION, 'Mcp-Method': 'tools/call', 'Mcp-Name': name },
  };
}

/** Throws when a request or a call is refused, because its time would mean nothing then. */
async function refuseFailures(target, requests) {
  for (const request of requests) {
    const { status, body } = await ask(installation.product.port, target, request);
    assert.ok(status < 300, body);
    assert.ok(!body.includes('"isError":true'), body);
  }
}
