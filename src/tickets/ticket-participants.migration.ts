import type { MigrationInterface, QueryRunner } from 'typeorm';
import { inEachWorkspace } from '../platform/database/each-workspace.js';
import { distributedWithOthers, tenantTable } from '../platform/database/schema.js';
import { TriggerFunction, type TriggerForm } from '../platform/database/trigger-function.js';

const KEY = 'ticket_participant_index';

/** SQL for the list of participants; what is no list has nobody, and keeps no other writer of the ticket from its work. */
const listIn = (ticket: string): string =>
  `CASE WHEN jsonb_typeof(${ticket}.participants) = 'array' THEN ${ticket}.participants ELSE '[]' END`;

/** SQL for the participants of `ticket`, each address once. */
const participantsOf = (ticket: string): string =>
  `SELECT DISTINCT ${ticket}.workspace_id, ticket_tag_key(p ->> 'email'), ${ticket}.id
      FROM jsonb_array_elements(${listIn(ticket)}) AS p`;

const indexed = ({ run, table, NEW }: TriggerForm): string => `
    ${run(`DELETE FROM ${table(KEY)} WHERE workspace_id = ${NEW}.workspace_id AND ticket_id = ${NEW}.id`)}
    ${run(`INSERT INTO ${table(KEY)} (workspace_id, email_key, ticket_id) ${participantsOf(NEW)} ON CONFLICT DO NOTHING`)}`;

/** The function that keeps the index of participants, for `desk distribute`. */
export const indexParticipants = new TriggerFunction('index_ticket_participants', indexed);

const TABLE = tenantTable(
  KEY,
  `
      email_key text NOT NULL,
      ticket_id uuid NOT NULL,
      CONSTRAINT ${KEY}_pkey PRIMARY KEY (workspace_id, email_key, ticket_id)`,
);

const BESIDES = [
  distributedWithOthers(KEY),
  `ALTER TABLE ${KEY} ADD CONSTRAINT ${KEY}_ticket_fkey FOREIGN KEY (workspace_id, ticket_id)
    REFERENCES tickets (workspace_id, id) ON DELETE CASCADE`,
  `CREATE INDEX ${KEY}_ticket_idx ON ${KEY} (workspace_id, ticket_id)`,
  indexParticipants.statement,
  // A ticket without participants costs nothing.
  `CREATE TRIGGER tickets_participants_added AFTER INSERT ON tickets FOR EACH ROW
    WHEN (NEW.participants IS NOT NULL) EXECUTE FUNCTION ${indexParticipants.name}()`,
  `CREATE TRIGGER tickets_participants_changed AFTER UPDATE ON tickets FOR EACH ROW
    WHEN (OLD.participants IS DISTINCT FROM NEW.participants) EXECUTE FUNCTION ${indexParticipants.name}()`,
];

/**
 * Finds the tickets of a participant by its address [rule 30], by a narrow table with a B-tree, which triggers keep. The key is made as that
 * of a tag: in lower case and canonical composition.
 */
export class TicketParticipants1764300001000 implements MigrationInterface {
  name = 'TicketParticipants1764300001000';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of [...TABLE, ...BESIDES]) await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TRIGGER tickets_participants_added ON tickets');
    await queryRunner.query('DROP TRIGGER tickets_participants_changed ON tickets');
    await queryRunner.query(`DROP FUNCTION ${indexParticipants.name}()`);
    await queryRunner.query(`DROP TABLE ${KEY}`);
  }
}

/** Adds the participants of the tickets that are there, workspace by workspace. It can run again. */
export class KnownTicketParticipants1764300002000 implements MigrationInterface {
  name = 'KnownTicketParticipants1764300002000';
  readonly transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    await inEachWorkspace(queryRunner, async (id) => {
      await queryRunner.query(
        `INSERT INTO ${KEY} (workspace_id, email_key, ticket_id)
         SELECT DISTINCT t.workspace_id, ticket_tag_key(p ->> 'email'), t.id
         FROM tickets t CROSS JOIN LATERAL jsonb_array_elements(${listIn('t')}) AS p
         WHERE t.workspace_id = $1 AND t.participants IS NOT NULL ON CONFLICT DO NOTHING`,
        [id],
      );
    });
  }

  down(): Promise<void> {
    return Promise.resolve();
  }
}
