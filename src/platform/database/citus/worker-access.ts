import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import pg from 'pg';
import { UnsuitableDatabaseError, type Asked } from '../role-check.js';

/** A line of `pg_hba.conf` that is about the service's role, in the order in which PostgreSQL reads them. */
interface Line {
  readonly line: number;
  readonly type: string;
  /** `all`, `samehost`, `samenet`, the name of a host, or an address with its mask. */
  readonly address: string;
  readonly netmask: string | null;
  readonly method: string;
  readonly error: string | null;
}

/** Addresses with a common beginning of so many bits. */
export interface Network {
  readonly address: string;
  readonly bits: number;
}

const ITSELF: readonly Network[] = [
  { address: '127.0.0.0', bits: 8 },
  { address: '::1', bits: 128 },
];

/**
 * Refuses a cluster on whose workers the service's role may log in from outside of the cluster, because row-level security does not stop
 * everything there. It sees what `pg_hba.conf` of each worker says, but no firewall.
 * @param networks addresses of the cluster besides those that its nodes are known by
 * @returns the workers whose file could not be read, for example because the role is no superuser
 * @throws UnsuitableDatabaseError that names the worker and the line
 */
export async function refuseOpenWorkers(
  asked: Asked,
  serviceRole: string,
  networks: readonly Network[],
): Promise<string[]> {
  const nodes = await asked.query<{ host: string }[]>('SELECT DISTINCT nodename AS host FROM pg_dist_node');
  const hosts = nodes.map(({ host }) => host);
  const inside = [...ITSELF, ...networks, ...(await Promise.all(hosts.map(addressesOf))).flat()];
  const answers = await asked.query<{ node: string; success: boolean; lines: string }[]>(
    `SELECT nodename || ':' || nodeport AS node, success, result AS lines
     FROM run_command_on_workers(${pg.escapeLiteral(linesFor(serviceRole))})`,
  );
  for (const { node, success, lines } of answers) {
    const open = success ? firstOpen(JSON.parse(lines) as Line[], { hosts, inside }) : undefined;
    if (open) refuse(node, serviceRole, open);
  }
  return answers.filter(({ success }) => !success).map(({ node }) => node);
}

/** @returns the network of a text like `10.0.0.0/28` or `10.0.0.1`; null when it is none */
export function networkOf(text: string): Network | null {
  const [address = '', bits, ...rest] = text.split('/');
  const most = isIP(address) === 4 ? 32 : 128;
  const wanted = bits === undefined ? most : Number(bits);
  const isRight = isIP(address) !== 0 && Number.isInteger(wanted) && wanted >= 0 && wanted <= most;
  return isRight && bits !== '' && rest.length === 0 ? { address, bits: wanted } : null;
}

async function addressesOf(host: string): Promise<Network[]> {
  const found = await lookup(host, { all: true }).catch(() => []);
  return found.map(({ address, family }) => ({ address, bits: family === 4 ? 32 : 128 }));
}

/** The lines for the role and this database; those for Unix sockets are for who is on the machine anyway. */
function linesFor(role: string): string {
  const name = pg.escapeLiteral(role);
  const isMember = `CASE WHEN to_regrole(quote_ident(substr(entry, 2))) IS NULL THEN false
    ELSE pg_has_role(${name}, to_regrole(quote_ident(substr(entry, 2))), 'MEMBER') END`;
  return `SELECT coalesce(json_agg(json_build_object('line', line_number, 'type', type, 'address', coalesce(address, 'all'),
      'netmask', netmask, 'method', auth_method, 'error', error)), '[]')
    FROM pg_hba_file_rules WHERE error IS NOT NULL OR (type <> 'local'
      AND EXISTS (SELECT FROM unnest(database) AS entry WHERE entry IN ('all', 'sameuser', 'samerole', 'samegroup', current_database())
        OR (entry LIKE '/%' AND current_database() ~ substr(entry, 2)))
      AND EXISTS (SELECT FROM unnest(user_name) AS entry WHERE entry IN ('all', ${name})
        OR (entry LIKE '/%' AND ${name} ~ substr(entry, 2)) OR (entry LIKE '+%' AND ${isMember})))`;
}

interface Cluster {
  readonly hosts: readonly string[];
  readonly inside: readonly Network[];
}

/** The first line by which somebody from outside comes in. What follows a refusal of everybody is read by nobody. */
function firstOpen(lines: readonly Line[], cluster: Cluster): Line | undefined {
  const closed = new Set<number>();
  for (const line of lines) {
    if (line.error !== null) return line;
    const families = familiesOf(line).filter((family) => !closed.has(family));
    if (line.method !== 'reject' && families.length > 0 && !isInside(line, cluster)) return line;
    if (line.method === 'reject' && line.type === 'host' && isEverybody(line))
      for (const family of families) closed.add(family);
  }
  return undefined;
}

const familiesOf = ({ address }: Line): number[] => (isIP(address) === 0 ? [4, 6] : [isIP(address)]);

const isEverybody = (line: Line): boolean => line.address === 'all' || networkIn(line)?.bits === 0;

function isInside(line: Line, { hosts, inside }: Cluster): boolean {
  const network = networkIn(line);
  if (network === null) return line.address === 'samehost' || hosts.includes(line.address);
  return inside.some((one) => contains(one, network));
}

function networkIn({ address, netmask }: Line): Network | null {
  if (isIP(address) === 0 || netmask === null) return null;
  const parts = netmask.split(/[.:]/).filter((part) => part !== '');
  const numbers = parts.map((part) => (isIP(netmask) === 4 ? Number(part) : parseInt(part, 16)));
  const ones = numbers.flatMap((number) => number.toString(2).match(/1/g) ?? []);
  return { address, bits: ones.length };
}

function contains(whole: Network, part: Network): boolean {
  if (isIP(whole.address) !== isIP(part.address) || part.bits < whole.bits) return false;
  const family = isIP(whole.address) === 4 ? 'ipv4' : 'ipv6';
  const list = new BlockList();
  list.addSubnet(whole.address, whole.bits, family);
  return list.check(part.address, family);
}

function refuse(node: string, role: string, { line, address, netmask, error }: Line): never {
  if (error !== null)
    throw new UnsuitableDatabaseError(`Line ${line} of pg_hba.conf on the worker ${node} is wrong: ${error}`);
  const from = netmask === null ? address : `${address} (mask ${netmask})`;
  throw new UnsuitableDatabaseError(
    `Line ${line} of pg_hba.conf on the worker ${node} lets the role "${role}" in from outside of the cluster: ${from}. ` +
      'There it could write rows of other workspaces. Let it in from the addresses of the cluster only.',
  );
}
