import { isUuid, type WorkspaceId } from '../../kernel/ids.js';
import type { Engine } from '../database/connection-options.js';
import type { Statement } from './statement.js';

/** Says how a transaction on tenant tables is opened. */
export interface Profile {
  readonly begin: string;
  /** `requests`: the pool of the service, which pipelines. `side`: connections that can do COPY, which a pipeline cannot. */
  readonly connections: 'requests' | 'side';
  /** Whether hand-written statements are prepared once per connection under their names, and keep their plan. */
  readonly keepsPlans: boolean;
  /** They hold until the transaction ends. */
  readonly settings: Settings;
}

type Settings = Readonly<Record<string, string | number>>;

/** One plan suits all values: for what is found by keys, making a plan takes longer than running it. */
const PLANNED_ONCE: Settings = { plan_cache_mode: 'force_generic_plan' };

/**
 * A plan for the values of each run, which may take long for some of them (decisions, section 2: at most 2 seconds). That time is not
 * for waiting: a lock is given up earlier, with another error.
 */
const PLANNED_EACH_TIME: Settings = {
  plan_cache_mode: 'force_custom_plan',
  statement_timeout: '2s',
  lock_timeout: '1500ms',
};

/** Rows are looked up one by one, by an index, and the first ones come at once. */
const ONE_BY_ONE: Settings = {
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  enable_bitmapscan: 'off',
};

/** Every kind of transaction that the service knows. */
export const PROFILES = {
  /** One statement, without BEGIN where the connection allows it. The statement says how it is planned. */
  read: { begin: 'BEGIN READ ONLY', connections: 'requests', keepsPlans: true, settings: {} },
  /** A unit of work of a request: few rows, found by keys. */
  write: { begin: 'BEGIN', connections: 'requests', keepsPlans: true, settings: PLANNED_ONCE },
  /** A unit of work whose statements all see the same moment, also where each runs on another server than the one before. */
  recount: {
    begin: 'BEGIN ISOLATION LEVEL REPEATABLE READ',
    connections: 'requests',
    keepsPlans: true,
    settings: PLANNED_ONCE,
  },
  /**
   * A batch of an import. The tables grow meanwhile, and PostgreSQL's statistics of them are old: it takes a new table for small
   * and a new workspace for empty, and would read a whole workspace for every batch. So the plan does not look at the workspace
   * (generic), looks rows up one by one, and is made anew each time. One statement writes thousands of rows, and may wait for
   * the batch of another process.
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
  /**
   * An export. The reader may be slow, so nothing limits the time. Parallel workers would only wait for each other, because
   * the rows leave in order.
   */
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
const PLANNING = { once: PLANNED_ONCE, each_time: PLANNED_EACH_TIME, by_postgres: {} };

/** Row-level security compares `workspace_id` with this setting. */
const WORKSPACE = 'app.workspace_id';

/** Has Citus send the settings that follow to the workers of the transaction. This one stays. */
const SENT_TO_WORKERS = "SET LOCAL citus.propagate_set_commands = 'local'";

/**
 * Citus cannot find the worker of a workspace in a plan that suits all of them, so the coordinator makes none. The workers still do:
 * their statistics know little of a workspace that has just grown. `set_config()` does not reach them.
 */
const PLANNED_ON_WORKERS = "SELECT set_config('plan_cache_mode', 'auto', true)";

/**
 * The texts that open a transaction, and name the workspace to row-level security until its end. Only SET LOCAL reaches the workers of
 * Citus, which sends on the whole text in which it stands. So each has its own text.
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
  return [`${begin}; ${SENT_TO_WORKERS}`, ...texts, ...(isPlannedOnce ? [PLANNED_ON_WORKERS] : [])];
}

/** The texts that open the transaction of a hot read, where BEGIN is needed. */
export function openingOfRead(
  { planned }: Statement,
  workspaceId: WorkspaceId,
  engine?: Engine,
): readonly string[] {
  return opening({ ...PROFILES.read, settings: PLANNING[planned ?? 'by_postgres'] }, workspaceId, engine);
}

/**
 * Does the same as a statement with the workspace as $1, for a hot read that needs no BEGIN: PostgreSQL runs it and the next
 * statement as one transaction. It returns no row.
 */
export function settingStatementOf({ planned }: Statement): NamedText {
  return SETTING_STATEMENTS[planned ?? 'by_postgres'];
}

type NamedText = Pick<Statement, 'name' | 'text'>;

const SETTING_STATEMENTS = {
  once: settingStatement('tenancy.planned_once_reader', PLANNING.once),
  each_time: settingStatement('tenancy.planned_each_time_reader', PLANNING.each_time),
  by_postgres: settingStatement('tenancy.reader', PLANNING.by_postgres),
};

function settingStatement(name: string, planning: Settings): NamedText {
  const others = Object.entries({ transaction_read_only: 'on', ...planning });
  const calls = others.map(([setting, value]) => ` || set_config('${setting}', '${value}', true)`);
  return { name, text: `SELECT WHERE set_config('${WORKSPACE}', $1, true)${calls.join('')} IS NULL` };
}
