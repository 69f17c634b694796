import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = ['comments', 'comment_drafts'] as const;

/** Lets a note be about what a customer said elsewhere [rule 29]: until now only team members were authors of notes. */
export class NotesOfCustomers1764200002000 implements MigrationInterface {
  name = 'NotesOfCustomers1764200002000';

  up(queryRunner: QueryRunner): Promise<void> {
    return checkedBy(queryRunner, "comment_type IN ('reply', 'note')");
  }

  /** Existing notes of customers stay, because the check does not apply to existing rows. */
  down(queryRunner: QueryRunner): Promise<void> {
    return checkedBy(
      queryRunner,
      "comment_type = 'reply' OR (comment_type = 'note' AND team_member_id IS NOT NULL)",
    );
  }
}

/** Validates the check for all existing comments. It reads the tables while others write to them, so it is a migration of its own. */
export class CheckedNotes1764200003000 implements MigrationInterface {
  name = 'CheckedNotes1764200003000';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const table of TABLES)
      await queryRunner.query(`ALTER TABLE ${table} VALIDATE CONSTRAINT ${table}_type_check`);
  }

  /** A validated check cannot be made unvalidated, and need not be. */
  down(): Promise<void> {
    return Promise.resolve();
  }
}

async function checkedBy(queryRunner: QueryRunner, check: string): Promise<void> {
  for (const table of TABLES) {
    await queryRunner.query(`ALTER TABLE ${table} DROP CONSTRAINT ${table}_type_check`);
    await queryRunner.query(
      `ALTER TABLE ${table} ADD CONSTRAINT ${table}_type_check CHECK (${check}) NOT VALID`,
    );
  }
}
