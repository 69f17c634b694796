import type { RunningProcess } from '../../support/servers/processes.js';

export interface Ready {
  readonly url: string;
  readonly key: string;
  readonly pid: number;
  readonly workspace: string;
  readonly admin_url: string;
  readonly admin_key: string;
}
type Desk = Pick<Ready, 'url' | 'key'>;

/** Waits for the line of `--ephemeral --json`. */
export async function ready(service: RunningProcess): Promise<Ready> {
  return JSON.parse((await service.printed(/^\{.*\}$/m, 120))[0]) as Ready;
}

/** Waits for the first start of a service that keeps its data. */
export async function welcomed(service: RunningProcess): Promise<Desk> {
  const [, url = ''] = await service.printed(/is ready at (\S+)/, 120);
  const [key] = await service.printed(/desk_\w+/);
  return { url, key };
}

export async function ticketsOf({ url, key }: Desk): Promise<number> {
  const answer = await fetch(`${url}/api/external/v2/tickets`, { headers: { 'X-Api-Key': key } });
  const { pagination } = (await answer.json()) as { pagination: { total_records: number } };
  return pagination.total_records;
}

/** The names of the tools that a language model sees. */
export async function toolsOf({ url, key }: Desk): Promise<string[]> {
  const answer = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: {
      ...{ 'X-Api-Key': key, 'Content-Type': 'application/json' },
      ...{ Accept: 'application/json, text/event-stream', 'MCP-Protocol-Version': '2025-06-18' },
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
  });
  const { result } = (await answer.json()) as { result: { tools: { name: string }[] } };
  return result.tools.map(({ name }) => name);
}

/** The title of the document that a listener has, and the status of its page. */
export async function documentOf(url: string): Promise<[title: string, page: number]> {
  const answer = await fetch(`${url}/openapi.json`);
  const { info } = (await answer.json()) as { info: { title: string } };
  return [info.title, (await fetch(`${url}/docs`)).status];
}
