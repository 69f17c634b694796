import type { MigrationInterface, QueryRunner } from 'typeorm';
import { TriggerFunction } from '../platform/database/trigger-function.js';

const TRIGGER = 'audit_entries_kept_waiting';

/** The function leaves a row as it is. It is exported for `desk distribute`. */
export const leaveAsItIs = new TriggerFunction('leave_as_it_is', () => '');

/**
 * Lets events that version 0.2.0 does not know wait for their position. While both versions run, a process of the old one takes them for
 * entries that the feed does not show, and nobody would ever hear of them. A process that knows them gives them their positions.
 */
export class KeptWaiting1764300014000 implements MigrationInterface {
  name = 'KeptWaiting1764300014000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(leaveAsItIs.statement);
    await queryRunner.query(`CREATE TRIGGER ${TRIGGER} BEFORE UPDATE OF awaits_position ON audit_entries FOR EACH ROW
      WHEN (OLD.awaits_position AND NOT NEW.awaits_position AND NEW.position IS NULL
        AND NEW.action IN ('ticket.follow_up_due', 'ticket.resolution_overdue'))
      EXECUTE FUNCTION ${leaveAsItIs.name}()`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP TRIGGER ${TRIGGER} ON audit_entries`);
    await queryRunner.query(`DROP FUNCTION ${leaveAsItIs.name}()`);
  }
}
