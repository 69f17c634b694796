import type { CallToolResult } from '@modelcontextprotocol/server';
import type { IncomingHttpHeaders } from 'node:http';
import { isObject } from '../kernel/objects.js';

export const REVISION = '2026-07-28';
const OLDER_REVISIONS: readonly unknown[] = [undefined, '2025-03-26', '2025-06-18', '2025-11-25'];

const VERSION = 'io.modelcontextprotocol/protocolVersion';
const CLIENT = 'io.modelcontextprotocol/clientInfo';
const CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities';
const META_NAMES = [VERSION, CLIENT, CAPABILITIES, 'progressToken'] as const;

/** The version is that of the table of tools. */
export const IDENTITY = { name: 'support-desk', title: 'Support Desk', version: '1' } as const;

/** A call of a tool that breaks no rule of the protocol. */
export interface DirectCall {
  readonly id: string | number;
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** True for the revision of 2026, whose answers name the server. */
  readonly isOfRevision: boolean;
}

/**
 * Reads a call that is as plain as clients send it. The library reads everything else: messages with more properties, other methods, and
 * whatever is wrong. For one call, the library takes as long as a whole read.
 */
export function readDirectCall(headers: IncomingHttpHeaders, body: object): DirectCall | null {
  if (!hasOnly(body, ['jsonrpc', 'id', 'method', 'params'])) return null;
  const { jsonrpc, id, method, params } = body;
  if (jsonrpc !== '2.0' || method !== 'tools/call' || !isId(id)) return null;
  if (!isObject(params) || !hasOnly(params, ['name', 'arguments', '_meta'])) return null;
  const { name, arguments: args = {}, _meta: meta } = params;
  if (typeof name !== 'string' || !isObject(args)) return null;
  const version = headers['mcp-protocol-version'];
  if (meta === undefined && OLDER_REVISIONS.includes(version)) return { id, name, args, isOfRevision: false };
  const isOfRevision = version === REVISION && isMetaOfRevision(meta) && namesCall(headers, name);
  return isOfRevision ? { id, name, args, isOfRevision } : null;
}

const OF_REVISION = `,"resultType":"complete","_meta":${JSON.stringify({ 'io.modelcontextprotocol/serverInfo': IDENTITY })}`;

/** Makes the message that the library would make from a result. The text of a result is its structured content, so that is written once. */
export function directAnswer({ id, isOfRevision }: DirectCall, result: CallToolResult): string {
  const { content, structuredContent, isError } = result;
  const [text] = content;
  const structured = structuredContent && text?.type === 'text' ? `,"structuredContent":${text.text}` : '';
  const error = isError === true ? ',"isError":true' : '';
  const more = `${structured}${error}${isOfRevision ? OF_REVISION : ''}`;
  return `{"result":{"content":${JSON.stringify(content)}${more}},"jsonrpc":"2.0","id":${JSON.stringify(id)}}`;
}

function hasOnly<Name extends string>(
  value: object,
  names: readonly Name[],
): value is Partial<Record<Name, unknown>> {
  return Object.keys(value).every((name) => (names as readonly string[]).includes(name));
}

function isId(id: unknown): id is string | number {
  return typeof id === 'string' || Number.isSafeInteger(id);
}

function namesCall(headers: IncomingHttpHeaders, name: string): boolean {
  return headers['mcp-method'] === 'tools/call' && headers['mcp-name'] === name;
}

/** The server asks nothing of its client and tells nothing of progress, so it ignores the capabilities of the client. */
function isMetaOfRevision(meta: unknown): boolean {
  if (!isObject(meta) || !hasOnly(meta, META_NAMES)) return false;
  const { [VERSION]: version, [CLIENT]: client, [CAPABILITIES]: capabilities } = meta;
  const isNamed =
    isObject(client) && typeof client['name'] === 'string' && typeof client['version'] === 'string';
  return version === REVISION && isNamed && isObject(capabilities);
}
