import { UnsuitableDatabaseError } from '../role-check.js';
import { statementsOf, withTables, withValues } from './sql-words.js';

/** A function that triggers of the schema call, as PostgreSQL has it. */
export interface TriggerFunction {
  readonly name: string;
  /** The body in PL/pgSQL. */
  readonly body: string;
  /** The tables whose triggers call it. */
  readonly calledBy: readonly string[];
  /** Whether it is called for each row only, and never once for a statement. */
  readonly isForRows: boolean;
}

/** All of them. */
export const TRIGGER_FUNCTIONS = `SELECT p.proname AS name, p.prosrc AS body,
    array_agg(DISTINCT t.tgrelid::regclass::text) AS "calledBy", bool_and(t.tgtype & 1 = 1) AS "isForRows"
  FROM pg_trigger t JOIN pg_proc p ON p.oid = t.tgfoid
  WHERE NOT t.tgisinternal AND p.pronamespace = 'public'::regnamespace
    AND NOT EXISTS (SELECT FROM pg_dist_shard s WHERE t.tgrelid::regclass::text = format('%s_%s', s.logicalrelid::regclass, s.shardid))
  GROUP BY p.proname, p.prosrc ORDER BY 1`;

/** Which tables there are, by where their rows are. */
export interface Places {
  /** The tables of which every worker has a part. */
  readonly spread: readonly string[];
  /** The table that every server has as a whole. */
  readonly shared: string;
  /** The tables of the coordinator. */
  readonly kept: readonly string[];
  /** Those that belong to no workspace. They are on the coordinator, too. */
  readonly ofNone: readonly string[];
}

/** A body with this line runs on shards already. */
export const MARK = '-- Runs on shards: written by "desk distribute".';

/**
 * The names of the shards beside which a trigger runs. On a worker a table's own name leads through Citus, which plans each statement
 * anew and does not let it use transition tables.
 */
export const HELPERS = [
  `CREATE OR REPLACE FUNCTION shard_beside(wanted text, shard name) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT quote_ident(wanted || '_' || other.shardid)
  FROM pg_dist_shard AS own JOIN pg_dist_shard AS other
    ON other.logicalrelid = wanted::regclass AND coalesce(other.shardminvalue = own.shardminvalue, true)
  WHERE own.shardid = substring(shard FROM '[0-9]+$')::bigint $$`,
  `CREATE OR REPLACE FUNCTION shard_of_workspace(wanted text, workspace uuid) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT to_regclass(quote_ident(wanted || '_' || get_shard_id_for_distribution_column(wanted::regclass, workspace)))::text $$`,
];

/**
 * The same function for shards: each of its statements names the shards beside the one that has changed. What it says is otherwise
 * what the migration says, so that there is one text of it. A notice is sent by the coordinator only, where the service listens; a
 * transaction with a notice cannot be prepared on a worker.
 * @returns null when the function names no table and sends no notice, or runs on shards or on the coordinator already
 * @throws UnsuitableDatabaseError when it cannot be done, with what has to be written in another way
 */
export function onShards(trigger: TriggerFunction, places: Places): string | null {
  const { name, body, calledBy } = trigger;
  if (body.includes(MARK) || calledBy.every((table) => places.kept.includes(table))) return null;
  const begin = /\bBEGIN\b/i.exec(body)?.index ?? 0;
  const [head, code] = [body.slice(0, begin), body.slice(begin).replace(/^BEGIN/i, '')];
  const parts = statementsOf(code);
  const written = parts.map((part) => onShard(part, trigger, places, declaredIn(head)));
  if (written.every((part, index) => part === parts[index])) return null;
  return `CREATE OR REPLACE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $function$
  ${MARK}
  ${head.trim()}
  BEGIN
    ${written.join(';\n    ')}
  $function$`;
}

/** The names of the variables. */
function declaredIn(head: string): string[] {
  return statementsOf(head.replace(/\bDECLARE\b/i, '')).flatMap((line) => /^\w+/.exec(line)?.[0] ?? []);
}

/** IF, ELSE and LOOP stand before a statement, without a semicolon between. */
const CONTROL =
  /^(?:(?:BEGIN|ELSE|LOOP|EXCEPTION)\b|(?:IF|ELSIF|WHEN)\b[\s\S]*?\bTHEN\b|(?:FOR|WHILE)\b[\s\S]*?\bLOOP\b)\s*/i;
/** Where SELECT and RETURNING put what they have found. */
const TARGET = /(?<!\b(?:INSERT|MERGE)\s+)\bINTO\s+((?:STRICT\s+)?[a-z_][\w.]*(?:\s*,\s*[a-z_][\w.]*)*)/i;

function onShard(
  part: string,
  trigger: TriggerFunction,
  places: Places,
  declared: readonly string[],
): string {
  const control = CONTROL.exec(part)?.[0] ?? '';
  if (tablesIn(control, places).length > 0)
    refuse(trigger, `"${control.trim()}" reads a table; use SELECT ... INTO a variable.`);
  const statement = part.slice(control.length);
  if (CONTROL.test(statement)) return control + onShard(statement, trigger, places, declared);
  if (/^PERFORM\s+pg_notify\b/i.test(statement)) {
    if (trigger.calledBy.some((table) => places.spread.includes(table)))
      refuse(trigger, 'it sends a notice, but nobody listens on a worker.');
    return control + onCoordinator(statement);
  }
  const tables = tablesIn(statement, places);
  if (tables.length === 0) return part;
  refuseUnsuitable(statement, tables, trigger, places);
  // The triggers of the shared table run on every server, the coordinator among them.
  if (tables.some((table) => places.ofNone.includes(table))) return control + onCoordinator(statement);
  return control + executed(statement, trigger, places, declared);
}

const onCoordinator = (statement: string): string =>
  `IF (SELECT groupid FROM pg_dist_local_group) = 0 THEN ${statement}; END IF`;

function tablesIn(statement: string, { spread, shared, kept, ofNone }: Places): string[] {
  const found: string[] = [];
  withTables(statement, [...spread, shared, ...kept, ...ofNone], (table) => {
    found.push(table);
    return table;
  });
  return found;
}

function refuseUnsuitable(
  statement: string,
  tables: readonly string[],
  trigger: TriggerFunction,
  { kept, shared, ofNone }: Places,
): void {
  if (!/^(INSERT|UPDATE|DELETE|MERGE|SELECT|WITH|PERFORM)\b/i.test(statement))
    refuse(trigger, `"${statement}" reads a table; use SELECT ... INTO a variable.`);
  const distant = tables.find((table) => kept.includes(table));
  if (distant !== undefined) refuse(trigger, `the table "${distant}" stays on the coordinator.`);
  const { calledBy, isForRows, body } = trigger;
  const alone = tables.find((table) => ofNone.includes(table));
  if (alone !== undefined && calledBy.some((table) => table !== shared))
    refuse(trigger, `the table "${alone}" stays on the coordinator.`);
  if (alone !== undefined && tables.some((table) => !ofNone.includes(table)))
    refuse(trigger, `"${alone}" is on the coordinator only: it needs a statement of its own.`);
  if (calledBy.some((table) => kept.includes(table)))
    refuse(trigger, `triggers of ${calledBy.join(' and ')} call it, which are not on the same server.`);
  if (calledBy.includes(shared) && (calledBy.length > 1 || !isForRows))
    refuse(trigger, `a trigger of "${shared}" that names tables needs a function of its own, for each row.`);
  if (/\bFOUND\b/.test(body)) refuse(trigger, 'FOUND is not set there; use GET DIAGNOSTICS ... = ROW_COUNT.');
}

/** As a text that is made when it runs. It sees no variables, so what it needs goes along as its values. */
function executed(
  statement: string,
  { calledBy }: TriggerFunction,
  { spread, shared }: Places,
  declared: readonly string[],
): string {
  const isOfWorkspaces = calledBy.includes(shared);
  const beside = (table: string): string =>
    isOfWorkspaces
      ? `shard_of_workspace('${table}', coalesce(NEW.id, OLD.id))`
      : `shard_beside('${table}', TG_TABLE_NAME)`;
  const shards: string[] = [];
  const values: string[] = [];
  const target = TARGET.exec(statement)?.[1];
  const query = statement
    .replace(/^PERFORM\b/i, 'SELECT')
    .replace(TARGET, '')
    .replaceAll('%', '%%');
  const named = withValues(query, (word) => {
    const known = declared.find((name) => name.toLowerCase() === word.toLowerCase());
    if (known === undefined && !/^(NEW|OLD|TG_\w+)$/i.test(word)) return undefined;
    const value = known ?? word.toUpperCase();
    if (!values.includes(value)) values.push(value);
    return `($${values.indexOf(value) + 1})`;
  });
  const text = withTables(named, [...spread, shared], (table) => `%${shards.push(beside(table))}$s`);
  const into = target === undefined ? '' : ` INTO ${target}`;
  const using = values.length === 0 ? '' : ` USING ${values.join(', ')}`;
  const done = `EXECUTE format($statement$${text}$statement$, ${shards.join(', ')})${into}${using}`;
  // Every server has a row of each workspace, and only one of them has the workspace's shards.
  return isOfWorkspaces ? `IF ${shards.join(' || ')} IS NOT NULL THEN ${done}; END IF` : done;
}

function refuse({ name }: TriggerFunction, reason: string): never {
  throw new UnsuitableDatabaseError(`The trigger function "${name}" cannot run on shards: ${reason}`);
}
