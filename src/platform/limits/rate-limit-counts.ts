import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { WINDOW_SECONDS } from './rate-limiter.js';

/** The hits of one caller in all processes together. */
export interface SharedCount {
  readonly id: string;
  readonly hits: number;
  readonly endsInMs: number;
}

/** Adds the hits of a beat in one statement. The order of ids prevents deadlocks between processes. */
const ADD = `
  INSERT INTO rate_limit_counts AS count (id, hits, ends_at)
  SELECT id, hits, now() + interval '${WINDOW_SECONDS} s' FROM unnest($1::text[], $2::bigint[]) AS hit (id, hits)
  ORDER BY id
  ON CONFLICT (id) DO UPDATE SET
    hits = CASE WHEN count.ends_at <= now() THEN 0 ELSE count.hits END + excluded.hits,
    ends_at = CASE WHEN count.ends_at <= now() THEN excluded.ends_at ELSE count.ends_at END
  RETURNING id, hits::float8 AS hits, extract(epoch FROM ends_at - now())::float8 * 1000 AS "endsInMs"`;

const FORGET = `
  DELETE FROM rate_limit_counts WHERE id IN (
    SELECT id FROM rate_limit_counts WHERE ends_at <= now() FOR UPDATE SKIP LOCKED)`;

/** Keeps the counts of all processes in an unlogged table, because they are useless after a crash. */
@Injectable()
export class RateLimitCounts {
  private forgetAt = 0;

  constructor(private readonly dataSource: DataSource) {}

  /** Adds hits and returns the new counts. */
  async add(hits: ReadonlyMap<string, number>): Promise<SharedCount[]> {
    const counts = await this.dataSource.query<SharedCount[]>(ADD, [[...hits.keys()], [...hits.values()]]);
    await this.forgetSome();
    return counts;
  }

  /** Deletes the counts of past minutes, once a minute. */
  private async forgetSome(): Promise<void> {
    if (performance.now() < this.forgetAt) return;
    this.forgetAt = performance.now() + WINDOW_SECONDS * 1_000;
    await this.dataSource.query(FORGET);
  }
}
