import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Fills the contacts of the customers that were there before their columns, workspace by workspace: row-level security applies to
 * the owner, too. It makes no writer of tickets wait, because these only refer to the row of a customer.
 */
export class FilledContacts1763600000043 implements MigrationInterface {
  name = 'FilledContacts1763600000043';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DO $$
      DECLARE workspace uuid;
      BEGIN
        FOR workspace IN SELECT id FROM workspaces LOOP
          PERFORM set_config('app.workspace_id', workspace::text, true);
          UPDATE customers AS customer SET primary_email = contact.email, phones = contact.phones
          FROM (
            SELECT c.id, address.email, coalesce(called.phones, '{}') AS phones
            FROM customers c
            LEFT JOIN customer_emails address
              ON address.workspace_id = c.workspace_id AND address.customer_id = c.id AND address.is_primary
            LEFT JOIN (
              SELECT customer_id, array_agg(phone ORDER BY position) AS phones
              FROM customer_phones WHERE workspace_id = workspace GROUP BY customer_id) called ON called.customer_id = c.id
            WHERE c.workspace_id = workspace
          ) AS contact
          WHERE customer.workspace_id = workspace AND customer.id = contact.id
            AND (customer.primary_email, customer.phones) IS DISTINCT FROM (contact.email, contact.phones);
        END LOOP;
        PERFORM set_config('app.workspace_id', '', true);
      END $$`);
  }

  /** The columns go with the migration before. */
  async down(): Promise<void> {
    await Promise.resolve();
  }
}
