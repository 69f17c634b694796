import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import pg from 'pg';
import { refuse, type Asked } from '../role-check.js';

/** A line of `pg_hba.conf` that lets the service's role in, or one that PostgreSQL cannot read. */
interface OpenLine {
  readonly line: number;
  readonly from: string;
  readonly error: string | null;
}

const LOOPBACK = ['127.0.0.0/8', '::1'];

/**
 * Refuses a cluster on whose workers the service's role may log in from outside of the cluster, because row-level security does not stop
 * everything there. It reads `pg_hba.conf` of each worker and sees no firewall.
 * @param networks addresses of the cluster besides those that its nodes are known by, such as `10.0.0.0/28`
 * @returns the workers whose file could not be read, for example because the role is no superuser
 * @throws UnsuitableDatabaseError that names the worker and the line
 */
export async function refuseOpenWorkers(
  asked: Asked,
  serviceRole: string,
  networks: readonly string[],
): Promise<string[]> {
  const nodes = await asked.query<{ host: string }[]>('SELECT DISTINCT nodename AS host FROM pg_dist_node');
  const hosts = nodes.map(({ host }) => host);
  const found = await Promise.all(hosts.map((host) => lookup(host, { all: true }).catch(() => [])));
  const inside = [...LOOPBACK, ...networks, ...found.flat().map(({ address }) => address)];
  const answers = await asked.query<{ node: string; success: boolean; open: string }[]>(
    `SELECT nodename || ':' || nodeport AS node, success, result AS open
     FROM run_command_on_workers(${pg.escapeLiteral(firstOpenLine(serviceRole, hosts, inside))})`,
  );
  for (const { node, open } of answers.filter(({ success }) => success)) {
    if (open === '') continue;
    const { line, from, error } = JSON.parse(open) as OpenLine;
    const place = `Line ${line} of pg_hba.conf on the worker ${node}`;
    if (error !== null) refuse(`${place} is wrong: ${error}`);
    refuse(
      `${place} lets the role "${serviceRole}" in from outside of the cluster: ${from}. ` +
        'There it could write rows of other workspaces. Let it in from the addresses of the cluster only.',
    );
  }
  return answers.filter(({ success }) => !success).map(({ node }) => node);
}

/** Tells whether a text is an address such as `10.0.0.1`, or a network such as `10.0.0.0/28`. */
export function isNetwork(text: string): boolean {
  const [address = ''] = text.split('/');
  // The library also reads short forms such as 10.0.0.
  return isIP(address) !== 0 && (address === text || ipaddr.isValidCIDR(text));
}

/**
 * Selects the first line by which somebody from outside comes in, as an `OpenLine`; an empty text when there is none. Lines for Unix
 * sockets let in who is on the machine anyway. PostgreSQL reads no line behind a refusal of everybody.
 * @param hosts names and addresses of the nodes
 * @param inside addresses of the cluster
 */
export function firstOpenLine(role: string, hosts: readonly string[], inside: readonly string[]): string {
  const name = pg.escapeLiteral(role);
  const listOf = (texts: readonly string[]): string => `ARRAY[${texts.map(pg.escapeLiteral).join(', ')}]`;
  return `WITH rules AS (
      SELECT *, coalesce(address, 'all') AS sender, CASE
        WHEN netmask IS NULL THEN address = ANY (${listOf(['samehost', ...hosts])})
        ELSE EXISTS (SELECT FROM unnest(${listOf(inside)}::inet[]) AS whole
          WHERE CASE WHEN address::inet <<= whole THEN netmask::inet & netmask(whole) = netmask(whole) END) END AS is_inside
      FROM pg_hba_file_rules WHERE error IS NOT NULL OR (type <> 'local'
        AND EXISTS (SELECT FROM unnest(database) AS entry WHERE entry IN ('all', 'sameuser', 'samerole', 'samegroup', current_database())
          OR (entry LIKE '/%' AND current_database() ~ substr(entry, 2)))
        AND EXISTS (SELECT FROM unnest(user_name) AS entry WHERE entry IN ('all', ${name})
          OR (entry LIKE '/%' AND ${name} ~ substr(entry, 2))
          OR (entry LIKE '+%' AND CASE WHEN to_regrole(quote_ident(substr(entry, 2))) IS NOT NULL
            THEN pg_has_role(${name}, to_regrole(quote_ident(substr(entry, 2))), 'MEMBER') END)))
    )
    SELECT coalesce((SELECT json_build_object('line', line_number, 'error', error,
        'from', sender || coalesce(' (mask ' || netmask || ')', ''))::text
      FROM rules WHERE error IS NOT NULL OR (auth_method <> 'reject' AND is_inside IS NOT TRUE AND NOT EXISTS (
        SELECT FROM rules AS earlier WHERE earlier.line_number < rules.line_number
          AND (earlier.auth_method, earlier.type, earlier.sender) = ('reject', 'host', 'all')))
      ORDER BY line_number LIMIT 1), '')`;
}
