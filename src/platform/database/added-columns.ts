import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A migration that adds columns to a table, and takes them away again. */
export abstract class AddedColumns implements MigrationInterface {
  abstract readonly name: string;
  protected abstract readonly table: string;
  /** The columns by their names, each as SQL declares it. */
  protected abstract readonly columns: Readonly<Record<string, string>>;

  up(queryRunner: QueryRunner): Promise<void> {
    return this.alter(queryRunner, ([name, declared]) => `ADD COLUMN ${name} ${declared}`);
  }

  down(queryRunner: QueryRunner): Promise<void> {
    return this.alter(queryRunner, ([name]) => `DROP COLUMN ${name}`);
  }

  private async alter(
    queryRunner: QueryRunner,
    change: (column: [name: string, declared: string]) => string,
  ): Promise<void> {
    const changes = Object.entries(this.columns).map(change);
    await queryRunner.query(`ALTER TABLE ${this.table} ${changes.join(', ')}`);
  }
}
