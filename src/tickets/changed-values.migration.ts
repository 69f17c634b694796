import type { MigrationInterface, QueryRunner } from 'typeorm';
import { indexChangedTicket } from './tickets.schema.js';

/** Writes only those values of a changed ticket into their index that differ. On a cluster, the function keeps its form for shards. */
export class ChangedValues1764300012000 implements MigrationInterface {
  name = 'ChangedValues1764300012000';

  async up(queryRunner: QueryRunner): Promise<void> {
    const { name, onOne, onShards } = indexChangedTicket;
    const [present] = (await queryRunner.query(
      `SELECT prosrc LIKE '%shard_beside%' AS "isOnShards" FROM pg_proc
       WHERE pronamespace = 'public'::regnamespace AND proname = $1`,
      [name],
    )) as { isOnShards: boolean }[];
    await queryRunner.query(present?.isOnShards ? onShards : onOne);
  }

  /** Earlier versions can go on with the function: it keeps the same index. */
  down(): Promise<void> {
    return Promise.resolve();
  }
}
