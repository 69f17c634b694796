// Which tools a key has. They follow from the scopes of the operations that they run.
import type { KeyScope } from '../../src/auth/scopes.js';
import { KEY_SCOPES } from '../../src/auth/scopes.js';
import { aWorkspace, type TestWorkspace } from '../support/data/builders.js';
import { callTool, clientWith, refusalOf, toolsOf } from '../support/data/mcp.js';
import { useDesk } from '../support/test-app.js';

/** The scopes of which one is needed for each tool, in the order of the list. */
const TOOLS: Readonly<Record<string, readonly KeyScope[]>> = {
  search_tickets: ['tickets:read'],
  get_ticket: ['tickets:read'],
  find_customer: ['customers:read'],
  list_choices: ['tickets:read'],
  list_events: ['events:read'],
  save_reply_draft: ['drafts:write', 'comments:write'],
  add_note: ['drafts:write', 'comments:write'],
  send_draft: ['comments:write'],
  create_ticket: ['tickets:write'],
  update_ticket: ['tickets:write'],
  update_tickets: ['tickets:write'],
};

const NEEDED = [...new Set(Object.values(TOOLS).flat())];

/** Every set of the scopes that tools need. */
const SETS = Array.from({ length: 2 ** NEEDED.length }, (_, bits) =>
  NEEDED.filter((_scope, index) => (bits & (2 ** index)) !== 0),
);

const toolsFor = (scopes: readonly KeyScope[]) =>
  Object.keys(TOOLS).filter((name) => TOOLS[name]?.some((scope) => scopes.includes(scope)));

const app = useDesk();
let acme: TestWorkspace;

beforeAll(async () => {
  acme = await aWorkspace(app);
});

describe('the tools of a key', () => {
  // @proves E-26-11
  it('are those of its scopes, for every set of the scopes that tools need', async () => {
    expect(SETS).toHaveLength(64);
    for (const scopes of SETS.filter(({ length }) => length > 0)) {
      const names = (await toolsOf(await clientWith(acme, scopes))).map(({ name }) => name);
      expect([scopes, names]).toEqual([scopes, toolsFor(scopes)]);
    }
    expect((await toolsOf(acme.client)).map(({ name }) => name)).toEqual(Object.keys(TOOLS));
  });

  // @proves E-26-11
  it('are empty for the other scopes', async () => {
    const others = KEY_SCOPES.filter((scope) => !NEEDED.includes(scope));
    expect(others.length).toBeGreaterThan(5);
    expect(await toolsOf(await clientWith(acme, others))).toEqual([]);
  });

  it('are refused when they are not listed, with the scope that is missing', async () => {
    for (const [name, [scope]] of Object.entries(TOOLS)) {
      const others = KEY_SCOPES.filter((other) => !TOOLS[name]?.includes(other));
      const refusal = await refusalOf(await clientWith(acme, others), name);
      expect([name, refusal]).toEqual([
        name,
        {
          ...{ status: 403, code: 'missing_scope' },
          error: `This API key lacks the scope ${TOOLS[name]?.length === 2 ? 'drafts:write' : scope}.`,
        },
      ]);
    }
  });

  // @proves E-26-8
  it('say what they do: five read, and send_draft and the updates cannot be undone', async () => {
    const tools = await toolsOf(acme.client);
    const named = (hint: string) =>
      tools.filter(({ annotations }) => annotations[hint]).map(({ name }) => name);
    expect(named('readOnlyHint')).toEqual(Object.keys(TOOLS).slice(0, 5));
    expect(named('destructiveHint')).toEqual(['send_draft', 'update_ticket', 'update_tickets']);
    expect(named('openWorldHint')).toEqual([
      'send_draft',
      'create_ticket',
      'update_ticket',
      'update_tickets',
    ]);
  });

  it('accept the arguments that their schema names and no others', async () => {
    for (const { name, inputSchema, outputSchema } of await toolsOf(acme.client)) {
      expect([name, inputSchema, outputSchema]).toMatchObject([
        name,
        { type: 'object', additionalProperties: false },
        { type: 'object', required: expect.arrayContaining(['next']) },
      ]);
      const { isError, content } = await callTool(acme.client, name, { unheard_of: 1 });
      expect([name, isError, content[0]?.text]).toEqual([
        name,
        true,
        expect.stringContaining('{"field":"unheard_of","message":"is not a known property"}'),
      ]);
    }
  });
});
