import pg, { type Connection, type PoolClient, type QueryResult } from 'pg';
import type { WorkspaceId } from '../kernel/ids.js';
import type { Statement } from './statement.js';

/** Names the workspace ($1) to row-level security and allows reading only, until the transaction ends. Returns no row. */
const READER = {
  name: 'tenancy.reader',
  text: `SELECT WHERE set_config('app.workspace_id', $1, true) || set_config('transaction_read_only', 'on', true) IS NULL`,
};

/**
 * As above, for a statement that says how it is planned. What is estimated for values that are not known, or for many tickets,
 * can look expensive enough to be compiled, which takes far longer.
 */
const plannedReader = (name: string, mode: string): { readonly name: string; readonly text: string } => ({
  name,
  text: `SELECT WHERE set_config('app.workspace_id', $1, true) || set_config('transaction_read_only', 'on', true)
    || set_config('plan_cache_mode', '${mode}', true) || set_config('jit', 'off', true) IS NULL`,
});

const READERS = {
  once: plannedReader('tenancy.planned_once_reader', 'force_generic_plan'),
  each_time: plannedReader('tenancy.planned_each_time_reader', 'force_custom_plan'),
};

/** What `pg` has and does, and does not declare. */
interface Preparing {
  prepare(connection: Connection): void;
}
interface Prepared {
  readonly submittedNamedStatements: Record<string, string>;
  readonly parsedStatements: Record<string, string>;
  parse(statement: { name: string; text: string }): void;
  bind(config: { portal: string; statement: string; values: readonly string[] }): void;
  execute(config: { portal: string; rows: number }): void;
}
type Done = (error: Error | null, results: readonly [unknown, QueryResult<object>]) => void;
const Query = pg.Query as unknown as new (
  config: { name: string; text: string; values: readonly unknown[] },
  done: Done,
) => Preparing;

/**
 * A reading statement behind the settings of its workspace, both before one `Sync`: PostgreSQL runs what comes before it as one
 * transaction. That needs neither BEGIN nor COMMIT, and PostgreSQL answers once instead of three times.
 */
class ScopedQuery extends Query {
  constructor(
    private readonly workspaceId: WorkspaceId,
    private readonly statement: Statement,
    values: readonly unknown[],
    done: Done,
  ) {
    super({ name: statement.name, text: statement.text, values }, done);
  }

  override prepare(connection: Connection): void {
    const prepared = connection as unknown as Prepared;
    const { planned } = this.statement;
    const { name, text } = planned ? READERS[planned] : READER;
    if (!(name in prepared.parsedStatements) && !(name in prepared.submittedNamedStatements)) {
      prepared.parse({ name, text });
      prepared.submittedNamedStatements[name] = text;
    }
    prepared.bind({ portal: '', statement: name, values: [this.workspaceId] });
    prepared.execute({ portal: '', rows: 0 });
    super.prepare(connection);
  }
}

/**
 * The rows of a reading statement that sees the workspace and no other, in one network round trip. After an error the
 * connection must be closed: it may believe to have prepared what it has not.
 */
export function readInScope(
  client: PoolClient,
  workspaceId: WorkspaceId,
  statement: Statement,
  values: readonly unknown[],
): Promise<object[]> {
  return new Promise((resolve, reject) => {
    const query = new ScopedQuery(workspaceId, statement, values, (error, results) => {
      if (error) reject(error);
      else resolve(results[1].rows);
    });
    client.query(query as unknown as pg.Submittable);
  });
}
