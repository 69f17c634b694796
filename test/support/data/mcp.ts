import type { Test } from 'supertest';
import type { KeyScope } from '../../../src/auth/scopes.js';
import type { ApiClient } from '../servers/api-client.js';
import { aKey, type TestWorkspace } from './builders.js';

const REVISION = '2026-07-28';

/** Every message of the revision of 2026 says this of its client. */
const META = {
  'io.modelcontextprotocol/protocolVersion': REVISION,
  'io.modelcontextprotocol/clientInfo': { name: 'tests', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

/** The schema of a tool as `tools/list` shows it. */
export interface ListedTool {
  readonly name: string;
  readonly description: string;
  readonly annotations: Readonly<Record<string, boolean>>;
  readonly inputSchema: object;
  readonly outputSchema: object;
}

/** What a tool has answered. */
export interface ToolResult {
  readonly isError?: boolean;
  readonly content: readonly { readonly type: string; readonly text: string }[];
  readonly structuredContent?: Readonly<Record<string, unknown>>;
}

/** Sends a message of the revision of 2026. `more` is put into its `_meta`. */
export function message(
  client: ApiClient,
  method: string,
  params: Record<string, unknown> = {},
  more: object = {},
): Test {
  const request = client
    .request('post', '/mcp')
    .set({ 'MCP-Protocol-Version': REVISION, 'Mcp-Method': method })
    .send({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: { ...META, ...more } } });
  return typeof params['name'] === 'string' ? request.set('Mcp-Name', params['name']) : request;
}

/** Sends a message as a client of 2025 does. */
export function olderMessage(client: ApiClient, method: string, params: object = {}): Test {
  return client
    .request('post', '/mcp')
    .set('MCP-Protocol-Version', '2025-06-18')
    .send({ jsonrpc: '2.0', id: 1, method, params });
}

export async function toolsOf(client: ApiClient): Promise<ListedTool[]> {
  const { body } = await message(client, 'tools/list').expect(200);
  return body.result.tools as ListedTool[];
}

export async function callTool(client: ApiClient, name: string, args: object = {}): Promise<ToolResult> {
  const { body } = await message(client, 'tools/call', { name, arguments: args }).expect(200);
  return body.result as ToolResult;
}

/** Calls a tool that succeeds. */
export async function callOf<Shown = Record<string, never>>(
  client: ApiClient,
  name: string,
  args: object = {},
): Promise<Shown> {
  const { isError, content, structuredContent } = await callTool(client, name, args);
  if (isError) throw new Error(`${name} was refused: ${content[0]?.text}`);
  return structuredContent as Shown;
}

/** Calls a tool that refuses. */
export async function refusalOf(
  client: ApiClient,
  name: string,
  args: object = {},
): Promise<Record<string, unknown>> {
  const { isError, content } = await callTool(client, name, args);
  if (!isError) throw new Error(`${name} was not refused.`);
  return JSON.parse(content[0]?.text ?? '') as Record<string, unknown>;
}

/** A client whose key has these scopes only. */
export async function clientWith(workspace: TestWorkspace, scopes: readonly KeyScope[]): Promise<ApiClient> {
  return workspace.clientWith(await aKey(workspace, scopes.join(' '), { scopes: [...scopes] }));
}

/** The body of a call as a client of 2025 sends it. */
export function toolCall(name: string, args: object = {}): object {
  return { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } };
}
