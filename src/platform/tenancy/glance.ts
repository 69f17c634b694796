import type pg from 'pg';
import type { WorkspaceId } from '../../kernel/ids.js';
import type { Engine } from '../database/connection-options.js';
import { ANY_WEIGHT, type Statement } from './statement.js';
import { opening, PROFILES } from './transactions/transaction-profiles.js';

/** Reads rows of one workspace. `$1` of the statement is the workspace. All rows are of one moment. */
export type Glance = <Row>(statement: Statement, values?: readonly unknown[]) => Promise<Row[]>;

/**
 * Looks into one workspace on a connection of its own, behind the second wall as the service does. It needs neither Nest nor TypeORM, which
 * take a second to load: commands that only read do not use them.
 */
export async function glancing<Result>(
  client: pg.Client,
  { workspaceId, engine }: { readonly workspaceId: WorkspaceId; readonly engine: Engine },
  look: (glance: Glance) => Promise<Result>,
): Promise<Result> {
  for (const text of opening(PROFILES.glance, workspaceId, engine)) await client.query(text);
  const result = await look(async <Row>({ text, weighed }: Statement, values: readonly unknown[] = []) => {
    const all = [workspaceId, ...values, ...(weighed ? [ANY_WEIGHT] : [])];
    const { rows } = await client.query({ text, values: all });
    return rows as Row[];
  });
  await client.query('COMMIT');
  return result;
}
