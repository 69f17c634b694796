import { createHash } from 'node:crypto';
import pg from 'pg';

/**
 * A hand-written statement. It is prepared once per connection under its name and compares `workspace_id` with `$1`, which
 * the tenant repository fills.
 */
export interface Statement {
  /** Empty: it is not prepared. */
  readonly name: string;
  readonly text: string;
  /**
   * `once`: one plan suits all values and is kept, because planning takes longer than running it. `each_time`: a plan for one value
   * takes far too long for another; such a statement is given up after 2 seconds. Not set: PostgreSQL decides.
   */
  readonly planned?: 'once' | 'each_time';
  /** Set when its answer is remembered, so that it must not come from a standby, however little that is behind. */
  readonly isForPrimary?: true;
}

const texts = new Map<string, string>();

/**
 * Makes a statement whose text says `workspace_id = $1`. It refuses another text and a name that is taken when the module loads: a
 * connection would prepare the first statement of a name and then run it for both.
 */
export function tenantStatement(name: string, text: string): Statement {
  if ((texts.get(name) ?? text) !== text) throw new Error(`Two statements are called ${name}.`);
  texts.set(name, text);
  return workspaceStatement(name, text);
}

/** All statements of the modules that are loaded. */
export function writtenStatements(): Statement[] {
  return [...texts].map(([name, text]) => ({ name, text }));
}

/** As `tenantStatement`, for a text put together from parts: equal texts share one name. */
export function composedTenantStatement(prefix: string, text: string): Statement {
  return workspaceStatement(nameByText(prefix, text), text);
}

/** A list of rows has more values. Its text hardly comes again. */
const MANY_VALUES = 32;

const ormNames = new Map<string, string>();

/** A statement that TypeORM has made: it is prepared, too, unless it is one for a list of rows. */
export function ormStatement(text: string, values: readonly unknown[]): Statement {
  if (values.length > MANY_VALUES) return { name: '', text };
  const name = ormNames.get(text) ?? nameByText('typeorm', text);
  ormNames.set(text, name);
  return { name, text };
}

function nameByText(prefix: string, text: string): string {
  return `${prefix}.${createHash('sha256').update(text).digest('base64url').slice(0, 16)}`;
}

/**
 * SQL: the moment of a column and an interval. It computes in UTC, because Citus refuses an UPDATE that depends on the zone of the
 * session, which may differ from server to server.
 */
export const laterThan = (column: string, interval: string): string =>
  `(${column} AT TIME ZONE 'UTC' + ${interval}) AT TIME ZONE 'UTC'`;

/** The moment after `updated_at`. */
export const NEXT_MOMENT = laterThan('updated_at', "interval '1 ms'");

/** @throws Error when the statement does not compare `workspace_id` with its first value */
export function checkedStatement(statement: Statement): Statement {
  if (!/\bworkspace_id"? = \$1\b|\(workspace_id,[^$]*\$1\b/.test(statement.text))
    throw new Error(`The statement ${statement.name} does not name its workspace.`);
  return statement;
}

/** Gives a statement one plan for all values. PostgreSQL would not see for itself that a plan for each gains nothing. */
export function plannedOnce(statement: Statement): Statement {
  return Object.freeze({ ...statement, planned: 'once' });
}

/**
 * Has a statement planned anew for the values of each run. PostgreSQL would keep a plan for any values as soon as that looks
 * cheaper, which it does when it expects few rows of values that it does not know.
 */
export function plannedEachTime(statement: Statement): Statement {
  return Object.freeze({ ...statement, planned: 'each_time' });
}

/** Has a statement always answered by the primary. */
export function onPrimary(statement: Statement): Statement {
  return Object.freeze({ ...statement, isForPrimary: true });
}

/** Puts the values into the text of a statement, for COPY, which takes no parameters. */
export function withLiterals({ name, text }: Statement, values: readonly unknown[]): string {
  return text.replace(/\$(\d+)/g, (_parameter, position: string) => {
    const index = Number(position) - 1;
    if (!(index in values)) throw new Error(`The statement ${name} has no value for $${position}.`);
    return literalOf(values[index]);
  });
}

function literalOf(value: unknown): string {
  if (value === null) return 'NULL';
  if (typeof value === 'number' && Number.isSafeInteger(value)) return `(${value})`;
  if (typeof value === 'string') return pg.escapeLiteral(value);
  if (value instanceof Date) return pg.escapeLiteral(value.toISOString());
  if (typeof value === 'object') return pg.escapeLiteral(JSON.stringify(value));
  throw new TypeError('A value of this kind has no literal.');
}

function workspaceStatement(name: string, text: string): Statement {
  return checkedStatement(Object.freeze({ name, text }));
}
