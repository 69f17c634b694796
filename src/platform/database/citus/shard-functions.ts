/** A function that triggers of the schema call, as PostgreSQL has it. */
export interface TriggerFunction {
  readonly name: string;
  /** The body in PL/pgSQL. */
  readonly body: string;
  /** Whether its trigger is on the table of workspaces, which every server has. */
  readonly isOfWorkspaces: boolean;
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
 * @returns null when the function names no table and sends no notice, or runs on shards already
 */
export function onShards(trigger: TriggerFunction, tables: readonly string[]): string | null {
  const { name, body } = trigger;
  if (body.includes(MARK)) return null;
  const begin = /\bBEGIN\b/.exec(body)?.index ?? 0;
  const [head, code] = [body.slice(0, begin), body.slice(begin)];
  const parts = code.replace(/^BEGIN/, '').split(';');
  const written = parts.map((part) => onShard(part.trim(), trigger, tables));
  if (written.every((part, index) => part === parts[index]?.trim())) return null;
  return `CREATE OR REPLACE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $function$
  ${MARK}
  ${head.trim()}
  BEGIN
    ${written.join(';\n    ')}
  $function$`;
}

function onShard(statement: string, { isOfWorkspaces }: TriggerFunction, tables: readonly string[]): string {
  if (/^PERFORM pg_notify\b/.test(statement))
    return `IF (SELECT groupid FROM pg_dist_local_group) = 0 THEN ${statement}; END IF`;
  const named: string[] = [];
  const rows = ['NEW', 'OLD'].filter((row) => new RegExp(`\\b${row}\\.`).test(statement));
  const text = statement
    .replaceAll('%', '%%')
    .replace(/\b(NEW|OLD)\./g, (_, row: string) => `($${rows.indexOf(row) + 1}).`)
    .replace(/\b(INTO|FROM|JOIN|UPDATE) ([a-z_]+)\b/g, (words, verb: string, table: string) => {
      if (!tables.includes(table)) return words;
      named.push(table);
      return `${verb} %${named.length}$s AS ${table}`;
    });
  if (named.length === 0) return statement;
  const shards = named.map((table) =>
    isOfWorkspaces ? `shard_of_workspace('${table}', OLD.id)` : `shard_beside('${table}', TG_TABLE_NAME)`,
  );
  const using = rows.length === 0 ? '' : ` USING ${rows.join(', ')}`;
  const done = `EXECUTE format($statement$${text}$statement$, ${shards.join(', ')})${using}`;
  // Every server has a row of each workspace, and only one of them has the workspace's shards.
  return isOfWorkspaces ? `IF ${shards.join(' || ')} IS NOT NULL THEN ${done}; END IF` : done;
}
