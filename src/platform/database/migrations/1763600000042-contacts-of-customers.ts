import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Puts what a ticket shows of its customer into the customer's row: the primary address and the phones. The next migration fills
 * them for the customers that are there. A customer of the release before this one, which may still run, has no address in its
 * row: then both are read from their own tables.
 */
export class ContactsOfCustomers1763600000042 implements MigrationInterface {
  name = 'ContactsOfCustomers1763600000042';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `ALTER TABLE customers ADD COLUMN primary_email text, ADD COLUMN phones text[] NOT NULL DEFAULT '{}'`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE customers DROP COLUMN primary_email, DROP COLUMN phones');
  }
}
