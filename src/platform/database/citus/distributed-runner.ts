import type { DataSource, QueryRunner } from 'typeorm';
import type { Asked } from '../role-check.js';
import { forCluster } from './migration-statements.js';
import { isDistributed } from './tenant-tables.js';

/** Any table that is distributed: new ones lie with it. */
const BESIDE = 'tickets';

/**
 * What migrations of a distributed database run with: it sends their texts as a cluster takes them. It has to be released.
 * @returns undefined for a database that is not distributed
 */
export async function distributedRunner(dataSource: DataSource): Promise<QueryRunner | undefined> {
  const asked: Asked = { query: (text) => dataSource.query(text) };
  if (!(await isDistributed(asked))) return undefined;
  const runner = dataSource.createQueryRunner();
  const send = runner.query.bind(runner) as (text: string, ...rest: unknown[]) => Promise<unknown>;
  return Object.assign(runner, {
    query: async (text: string, values?: unknown[], ...rest: unknown[]) => {
      if (values !== undefined && values.length > 0) return send(text, values, ...rest);
      let answer: unknown;
      for (const statement of forCluster(text, BESIDE)) answer = await send(statement, values, ...rest);
      return answer;
    },
  });
}
