import { isUuid, type WorkspaceId } from '../../../kernel/ids.js';
import type { Engine } from '../../database/connection-options.js';
import type { Statement } from '../statement.js';
import type { PoolClient, QueryResult } from 'pg';
import { inOnePacket, queryBehind, unnamed } from '../../database/pg-internals.js';

/** A profile tells how a transaction on tenant tables is opened. */
export interface Profile {
  readonly begin: string;
  /** `requests` is the pool of the service, which pipelines. `side` has connections that can do COPY, which a pipeline cannot. */
  readonly connections: 'requests' | 'side';
  /** True when hand-written statements are prepared once per connection under their names, and keep their plan. */
  readonly keepsPlans: boolean;
  /** The settings hold until the transaction ends. */
  readonly settings: Settings;
}

type Settings = Readonly<Record<string, string | number>>;

/** One plan suits all values: for what is found by keys, making a plan takes longer than running it. */
const PLANNED_ONCE: Settings = { plan_cache_mode: 'force_generic_plan' };

/**
 * A statement may take long for some values ([rule 2]: at most 2 seconds). That time is not for waiting: a lock is given up
 * earlier, with another error.
 */
const IN_TIME: Settings = { statement_timeout: '2s', lock_timeout: '1500ms' };

/** Rows are looked up one by one, by an index, and the first ones come at once. */
const ONE_BY_ONE: Settings = {
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  enable_bitmapscan: 'off',
};

/** The service opens transactions of these kinds only. */
export const PROFILES = {
  /** A hot read is one statement, without BEGIN where the connection allows it. The statement says how it is planned. */
  read: { begin: 'BEGIN READ ONLY', connections: 'requests', keepsPlans: true, settings: {} },
  /** A unit of work of a request touches few rows, which it finds by keys. */
  write: { begin: 'BEGIN', connections: 'requests', keepsPlans: true, settings: PLANNED_ONCE },
  /** All statements of such a unit of work see one moment, also where they run on several servers. */
  recount: {
    begin: 'BEGIN ISOLATION LEVEL REPEATABLE READ',
    connections: 'requests',
    keepsPlans: true,
    settings: PLANNED_ONCE,
  },
  /**
   * A batch of an import. Because of old statistics, PostgreSQL mistakes a growing workspace for an empty one, and would read all of it
   * for every batch. So rows are looked up one by one. One statement writes thousands of rows, and may wait for the batch of another
   * process.
   */
  bulk: {
    begin: 'BEGIN',
    connections: 'side',
    keepsPlans: false,
    settings: {
      application_name: 'support-desk bulk',
      statement_timeout: '120s',
      work_mem: '32MB',
      enable_material: 'off',
      ...PLANNED_ONCE,
      ...ONE_BY_ONE,
    },
  },
  /** A command that only reads has a connection of its own, and sees one moment. */
  glance: {
    begin: 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY',
    connections: 'side',
    keepsPlans: false,
    settings: { statement_timeout: '120s' },
  },
  /** An export may take any time. Parallel workers would wait for each other, because the rows leave in order. */
  snapshot: {
    begin: 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY',
    connections: 'side',
    keepsPlans: false,
    settings: {
      application_name: 'support-desk snapshot',
      statement_timeout: 0,
      idle_in_transaction_session_timeout: 0,
      timezone: 'UTC',
      max_parallel_workers_per_gather: 0,
      ...ONE_BY_ONE,
    },
  },
} as const satisfies Readonly<Record<string, Profile>>;

/** The statement of a hot read says how it is planned. */
const PLANNING = {
  once: PLANNED_ONCE,
  once_in_time: { ...PLANNED_ONCE, ...IN_TIME },
  each_time: { plan_cache_mode: 'force_custom_plan', ...IN_TIME },
  by_postgres: {},
};

/** Row-level security compares `workspace_id` with this setting. */
const WORKSPACE = 'app.workspace_id';

/** Makes Citus send the settings that follow to the workers of the transaction. This setting stays on the coordinator. */
const SENT_TO_WORKERS = "SET LOCAL citus.propagate_set_commands = 'local'";

/**
 * Citus cannot find the worker of a workspace in a plan that suits all of them, so the coordinator makes none. The workers still do:
 * their statistics know little of a workspace that has just grown. `set_config()` does not reach them.
 */
const PLANNED_ON_WORKERS = "SELECT WHERE set_config('plan_cache_mode', 'auto', true) IS NULL";

/**
 * Makes the texts that open a transaction and name the workspace to row-level security until its end. Citus sends the whole text of a
 * SET LOCAL to its workers, so each has its own text, and none returns a row.
 */
export function opening(
  profile: Profile,
  workspaceId: WorkspaceId,
  engine: Engine = 'postgres',
): readonly string[] {
  // A branded id is a UUID already. It is checked again because it becomes part of a statement's text.
  if (!isUuid(workspaceId)) throw new TypeError('A workspace id must be a UUID.');
  const { begin, settings } = profile;
  const all = Object.entries({ [WORKSPACE]: workspaceId, ...settings });
  const texts = all.map(([name, value]) => `SET LOCAL ${name} = '${value}'`);
  if (engine !== 'citus') return [[begin, ...texts].join('; ')];
  const isPlannedOnce = settings['plan_cache_mode'] === PLANNED_ONCE['plan_cache_mode'];
  return [begin, SENT_TO_WORKERS, ...texts, ...(isPlannedOnce ? [PLANNED_ON_WORKERS] : [])];
}

/** Makes the texts that open the transaction of a hot read, where BEGIN is needed. */
export function openingOfRead(
  { planned }: Statement,
  workspaceId: WorkspaceId,
  engine?: Engine,
): readonly string[] {
  return opening({ ...PROFILES.read, settings: PLANNING[planned ?? 'by_postgres'] }, workspaceId, engine);
}

/** Makes a statement that names the workspace, as $1, in front of a hot read that needs no BEGIN. It returns no row. */
export function settingStatementOf({ planned }: Statement): NamedText {
  return SETTING_STATEMENTS[planned ?? 'by_postgres'];
}

type NamedText = Pick<Statement, 'name' | 'text'>;

const SETTING_STATEMENTS = {
  once: settingStatement('tenancy.planned_once_reader', PLANNING.once),
  once_in_time: settingStatement('tenancy.planned_once_in_time_reader', PLANNING.once_in_time),
  each_time: settingStatement('tenancy.planned_each_time_reader', PLANNING.each_time),
  by_postgres: settingStatement('tenancy.reader', PLANNING.by_postgres),
};

function settingStatement(name: string, planning: Settings): NamedText {
  const others = Object.entries({ transaction_read_only: 'on', ...planning });
  const calls = others.map(([setting, value]) => ` || set_config('${setting}', '${value}', true)`);
  return { name, text: `SELECT WHERE set_config('${WORKSPACE}', $1, true)${calls.join('')} IS NULL` };
}

/** Runs a statement that sees one workspace, in one network round trip. After an error the connection must be closed. */
export type HotRead = (
  client: PoolClient,
  workspaceId: WorkspaceId,
  statement: Statement,
  values: readonly unknown[],
) => Promise<QueryResult>;

/** Reads on a connection to PostgreSQL itself. */
export const readDirectly: HotRead = (client, workspaceId, statement, values) =>
  queryBehind(client, [{ ...settingStatementOf(statement), values: [workspaceId] }], {
    name: statement.name,
    text: statement.text,
    values,
  });

/** Reads through a pooler, which may not know names of statements. */
export const readBetween: HotRead = async (client, workspaceId, statement, values) => {
  const { name, text } = statement;
  const opened = openingOfRead(statement, workspaceId).map((begin) => client.query(begin));
  const read = client.query({ name, text, values: [...values] });
  await allOf([...opened, read, client.query('COMMIT')]);
  return read;
};

/** Reads from Citus, which passes settings to workers only after a BEGIN. All statements leave in one packet, and two answers come back. */
export const readOnCluster: HotRead = async (client, workspaceId, statement, values) => {
  const { name, text } = statement;
  const opened = openingOfRead(statement, workspaceId, 'citus').map(unnamed);
  const [read, kept] = inOnePacket(client, () => [
    queryBehind(client, opened, { name, text, values }),
    client.query('COMMIT'),
  ]);
  await allOf([read, kept]);
  return read;
};

/** Waits for all, so that none is under way when one has failed. @throws the first error */
async function allOf(sent: readonly Promise<unknown>[]): Promise<void> {
  await Promise.allSettled(sent);
  await Promise.all(sent);
}
