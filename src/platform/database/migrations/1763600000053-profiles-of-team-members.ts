import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What a client sees of a team member besides: the time zone, when the member last changed, and the role `standard`. A workspace has
 * few members, so their rows are filled in one statement for each workspace: row-level security applies to the owner, too.
 */
export class ProfilesOfTeamMembers1763600000053 implements MigrationInterface {
  name = 'ProfilesOfTeamMembers1763600000053';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `ALTER TABLE team_members ADD COLUMN time_zone text, ADD COLUMN updated_at timestamptz(3) NOT NULL DEFAULT now()`,
    );
    await queryRunner.query(ROLES("'admin', 'agent', 'standard'"));
    await inEachWorkspace(
      queryRunner,
      'UPDATE team_members SET updated_at = coalesce(removed_at, created_at) WHERE workspace_id = workspace',
    );
  }

  /** A member of the new role becomes an agent. */
  async down(queryRunner: QueryRunner): Promise<void> {
    await inEachWorkspace(
      queryRunner,
      `UPDATE team_members SET role = 'agent' WHERE workspace_id = workspace AND role = 'standard'`,
    );
    await queryRunner.query(ROLES("'admin', 'agent'"));
    await queryRunner.query('ALTER TABLE team_members DROP COLUMN updated_at, DROP COLUMN time_zone');
  }
}

const ROLES = (roles: string): string => `ALTER TABLE team_members DROP CONSTRAINT team_members_role_check,
  ADD CONSTRAINT team_members_role_check CHECK (role IN (${roles}))`;

async function inEachWorkspace(queryRunner: QueryRunner, statement: string): Promise<void> {
  await queryRunner.query(`DO $$
    DECLARE workspace uuid;
    BEGIN
      FOR workspace IN SELECT id FROM workspaces LOOP
        PERFORM set_config('app.workspace_id', workspace::text, true);
        ${statement};
      END LOOP;
      PERFORM set_config('app.workspace_id', '', true);
    END $$`);
}
