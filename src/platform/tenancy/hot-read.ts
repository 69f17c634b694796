import type { PoolClient, QueryResult } from 'pg';
import type { WorkspaceId } from '../../kernel/ids.js';
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

/** On a connection to PostgreSQL itself. */
export const readDirectly: HotRead = (client, workspaceId, statement, values) =>
  queryBehind(
    client,
    { ...settingStatementOf(statement), values: [workspaceId] },
    { name: statement.name, text: statement.text, values },
  );

/** Through a pooler, which may not know names of statements, and with a BEGIN that the connection can add its limits to. */
export const readThroughPooler: HotRead = async (client, workspaceId, statement, values) => {
  const { name, text } = statement;
  const sent = [
    client.query(openingOfRead(statement, workspaceId)),
    client.query({ name, text, values: [...values] }),
    client.query('COMMIT'),
  ] as const;
  await Promise.allSettled(sent);
  const [, result] = await Promise.all(sent);
  return result;
};
