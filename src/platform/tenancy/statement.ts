import { createHash } from 'node:crypto';
import pg from 'pg';
import type { ListRefusals } from '../../kernel/errors.js';

/** A hand-written statement, prepared once per connection. It compares `workspace_id` with `$1`, which the tenant repository fills. */
export interface Statement {
  /** A statement with an empty name is not prepared. */
  readonly name: string;
  readonly text: string;
  /**
   * `once`: one plan suits all values. `each_time`: a plan for one value takes far too long for another; such a statement is given
   * up after 2 seconds. `once_in_time`: planned once, and also given up after 2 seconds. Not set: PostgreSQL decides.
   */
  readonly planned?: 'once' | 'each_time' | 'once_in_time';
  /** True when its answer is remembered, so that it must not come from a standby. */
  readonly isForPrimary?: true;
  /** True when it reads a few rows, which it finds by unique indexes, so that it may share a connection with others (`SharedLane`). */
  readonly sharesLane?: boolean;
  /**
   * Set when the rows have texts that may be large. The last value says how many bytes these may have together, and `glancing` or
   * `TenantDatabase` adds it. The rows tell in `weight` how many they have, and in `heaviest` those of the largest row; when they are too
   * many, the texts are null.
   */
  readonly weighed?: ListRefusals;
}

/** With this last value, a weighed statement gives all texts. */
export const ANY_WEIGHT = Number.MAX_SAFE_INTEGER;

/** A statement whose answer decides what is done next, and which runs often. */
export const ONCE_ON_PRIMARY = { planned: 'once', isForPrimary: true } as const;

const texts = new Map<string, string>();

/**
 * Makes a statement whose text says `workspace_id = $1`.
 * @throws Error for another text, and for a name that is taken: a connection would run the first statement of a name for both
 */
export function tenantStatement(
  name: string,
  text: string,
  how: Pick<Statement, 'planned' | 'isForPrimary'> = {},
): Statement {
  if ((texts.get(name) ?? text) !== text) throw new Error(`Two statements are called ${name}.`);
  texts.set(name, text);
  return Object.freeze({ ...workspaceStatement(name, text), ...how });
}

/** Lists all statements of the loaded modules. */
export function writtenStatements(): Statement[] {
  return [...texts].map(([name, text]) => ({ name, text }));
}

/** Does the work of `tenantStatement` for a text that is put together from parts. Equal texts share one name. */
export function composedTenantStatement(prefix: string, text: string): Statement {
  return workspaceStatement(nameByText(prefix, text), text);
}

/** A text with more values lists rows, and is hardly ever used again. */
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

/** SQL for the moment of a column and an interval, in UTC: Citus refuses an UPDATE that depends on the zone of a session. */
export const laterThan = (column: string, interval: string): string =>
  `(${column} AT TIME ZONE 'UTC' + ${interval}) AT TIME ZONE 'UTC'`;

/** SQL for the moment after `updated_at`. */
export const NEXT_MOMENT = laterThan('updated_at', "interval '1 ms'");

/** The clocks of processes differ. So the database says when a row changes, always later than the last time. */
export const LATER = (): string => `greatest(statement_timestamp(), ${NEXT_MOMENT})`;

/** @throws Error when the statement does not compare `workspace_id` with its first value */
export function checkedStatement(statement: Statement): Statement {
  if (!/\bworkspace_id"? = \$1\b|\(workspace_id,[^$]*\$1\b/.test(statement.text))
    throw new Error(`The statement ${statement.name} does not name its workspace.`);
  return statement;
}

/** Gives a statement one plan for all values. */
export function plannedOnce(statement: Statement): Statement {
  return Object.freeze({ ...statement, planned: 'once' });
}

const sharing: Statement[] = [];

/** Gives a statement one plan for all values, and lets it share a connection. A test refuses a plan that could read many rows. */
export function sharingLane(statement: Statement): Statement {
  const shared = Object.freeze({ ...plannedOnce(statement), sharesLane: true });
  sharing.push(shared);
  return shared;
}

/** Lists the statements of the loaded modules that share a connection. */
export function sharingStatements(): readonly Statement[] {
  return sharing;
}

/** Marks a statement whose last value says how many bytes of text may come. `refusals` are those of the list that it reads. */
export function weighed(refusals: ListRefusals, statement: Statement): Statement {
  return Object.freeze({ ...statement, weighed: refusals });
}

/** Lets a statement have a connection of its own, because its answer may be large. */
export function apart(statement: Statement): Statement {
  return statement.sharesLane ? Object.freeze({ ...statement, sharesLane: false }) : statement;
}

/** Gives a statement one plan for all values. It is given up after 2 seconds. */
export function plannedOnceInTime(statement: Statement): Statement {
  return Object.freeze({ ...statement, planned: 'once_in_time' });
}

/** Lets a statement be planned anew for the values of each run. PostgreSQL would keep a plan for any values when that looks cheaper. */
export function plannedEachTime(statement: Statement): Statement {
  return Object.freeze({ ...statement, planned: 'each_time' });
}

/** Removes the name of a statement whose text is hardly ever used again: a connection would keep the statement as long as it lives. */
export function preparedNever(statement: Statement): Statement {
  return Object.freeze({ ...statement, name: '' });
}

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
