import type { PoolClient, QueryResult } from 'pg';
import type { WorkspaceId } from '../../kernel/ids.js';
import type { Engine } from '../database/connection-options.js';
import { queryBehind } from '../database/pg-internals.js';
import type { Statement } from './statement.js';
import { openingOfRead, settingStatementOf } from './transaction-profiles.js';

/**
 * The result of one statement that sees the workspace and no other, in one network round trip. After an error the connection must
 * be closed.
 */
export type HotRead = (
  client: PoolClient,
  workspaceId: WorkspaceId,
  statement: Statement,
  values: readonly unknown[],
) => Promise<QueryResult>;

/** Reads on a connection to PostgreSQL itself. */
export const readDirectly: HotRead = (client, workspaceId, statement, values) =>
  queryBehind(
    client,
    { ...settingStatementOf(statement), values: [workspaceId] },
    { name: statement.name, text: statement.text, values },
  );

/**
 * Reads through a pooler, which may not know names of statements, and from Citus, which sends settings on only after a BEGIN. The
 * connection can add its limits to that.
 */
export function readBetween(engine: Engine): HotRead {
  return async (client, workspaceId, statement, values) => {
    const { name, text } = statement;
    const opened = openingOfRead(statement, workspaceId, engine).map((begin) => client.query(begin));
    const read = client.query({ name, text, values: [...values] });
    const sent = [...opened, read, client.query('COMMIT')];
    await Promise.allSettled(sent);
    await Promise.all(sent);
    return read;
  };
}
