import { toolCall } from '../../support/data/mcp.js';
import { bodies, times, type Wanted } from './worst-request.parts.js';

/** Bodies that are no message: the protocol refuses them with 400. */
const noMessages = bodies('params').map((one) => ({
  ...one,
  status: /properties$/.test(one.name) && !one.name.startsWith('1,000 ') ? 422 : 400,
}));

const calling = (name: string, tool: string, args: object): Wanted => ({
  ...{ name, body: toolCall(tool, args), status: 200 },
});

/** Calls of tools. What a tool refuses is a 200, too. */
export const tools = (ticket: number): Readonly<Record<string, readonly Wanted[]>> => ({
  'post /mcp': [
    ...noMessages,
    { name: 'the list of tools', body: { jsonrpc: '2.0', id: 1, method: 'tools/list' }, status: 200 },
    calling('a ticket with a long description', 'get_ticket', { ticket }),
    calling('the end of a long description', 'get_ticket', { ticket, part: 'text', offset: 250_000 }),
    calling('the newest comments', 'get_ticket', { ticket, part: 'comments' }),
    calling('fields with 9,000 options', 'list_choices', { kind: 'fields' }),
    calling('the options of a field', 'list_choices', { kind: 'fields', name: 'Choice 0' }),
    calling('a search for prefixes', 'search_tickets', { q: 'x* a*' }),
    calling('350,000 types', 'list_events', { types: times(340_000, () => []) }),
    calling('1,000 unknown arguments', 'list_events', Object.fromEntries(times(999, (at) => [`x${at}`, at]))),
    calling('a long note', 'add_note', {
      ticket,
      text: '<\n\n'.repeat(12_000),
      author_email: 'a@worst.example',
    }),
    calling('a text of 1 MiB', 'add_note', { ticket, text: 'é'.repeat(500_000) }),
  ],
});
