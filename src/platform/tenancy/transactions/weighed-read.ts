import type { QueryResult } from 'pg';
import type { ListRefusals } from '../../../kernel/errors.js';
import { isStatementTimeout } from '../../database/postgres-errors.js';
import { spaceLentTo } from '../../http/answers/answer-budget.js';
import { ANY_WEIGHT, apart, type Statement } from '../statement.js';
import type { TenantScope } from '../tenant-scope.js';

/** A row says how many bytes the texts of all rows have, and those of the heaviest row. */
interface Weighed {
  readonly weight?: number;
  readonly heaviest?: number;
}

/**
 * Reads the rows of a weighed statement, of which `read` adds the last value. For an answer, large texts are read in a second step, after
 * it took space for them [choice 22].
 * @throws page_too_large, filter_too_broad, unavailable
 */
export async function readWeighed(
  { initiator }: TenantScope,
  statement: Statement,
  refusals: ListRefusals,
  read: (statement: Statement, most: number) => Promise<QueryResult>,
): Promise<QueryResult> {
  const space = spaceLentTo(initiator);
  const readAll = (): Promise<QueryResult> => read(apart(statement), ANY_WEIGHT);
  try {
    if (!space) return await readAll();
    const result = await read(statement, space.free);
    const { weight = 0, heaviest = 0 } = (result.rows[0] ?? {}) as Weighed;
    if (weight <= space.free) return result;
    if (weight > space.most && result.rows.length > 1)
      throw refusals.tooLarge(Math.max(1, Math.floor(space.most / heaviest)));
    await space.take(weight);
    return await readAll();
  } catch (error) {
    throw isTooBroad(statement, error) ? refusals.tooBroad(error) : error;
  }
}

/** Tells whether a statement failed because it took longer than its own 2 seconds. */
export function isTooBroad({ planned }: Statement, error: unknown): boolean {
  const isInTime = planned === 'each_time' || planned === 'once_in_time';
  return isInTime && isStatementTimeout((error as Error).cause);
}
