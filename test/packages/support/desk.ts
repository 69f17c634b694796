import type { RunningProcess } from '../../support/servers/processes.js';

export interface Ready {
  readonly url: string;
  readonly key: string;
  readonly pid: number;
}

/** Waits for the line of `--ephemeral --json`. */
export async function ready(service: RunningProcess): Promise<Ready> {
  return JSON.parse((await service.printed(/^\{.*\}$/m, 120_000))[0]) as Ready;
}

/** Waits for the first start of a service that keeps its data. */
export async function welcomed(service: RunningProcess): Promise<Omit<Ready, 'pid'>> {
  const [, url = ''] = await service.printed(/is ready at (\S+)/, 120_000);
  const [key] = await service.printed(/desk_\w+/);
  return { url, key };
}

export async function ticketsOf({ url, key }: Omit<Ready, 'pid'>): Promise<number> {
  const answer = await fetch(`${url}/api/external/v2/tickets`, { headers: { 'X-Api-Key': key } });
  const { pagination } = (await answer.json()) as { pagination: { total_records: number } };
  return pagination.total_records;
}
