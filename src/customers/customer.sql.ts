import { NEXT_MOMENT, plannedOnce, tenantStatement, type Statement } from '../platform/tenancy/statement.js';
import { shownOf } from './customer-list.sql.js';

export const FIND_BY_EMAILS = tenantStatement(
  'customers.find_by_emails',
  `SELECT email_key AS "emailKey", customer_id AS "customerId" FROM customer_emails
   WHERE workspace_id = $1 AND email_key = ANY ($2::text[])`,
);

/** $2 id, then the columns in their order. */
export const ADD = tenantStatement(
  'customers.add',
  `INSERT INTO customers
     (workspace_id, id, first_name, last_name, language, time_zone, description, company_id, primary_email, phones)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
   RETURNING created_at AS "createdAt", updated_at AS "updatedAt"`,
);

/** Values as of `ADD`. */
export const CHANGE = tenantStatement(
  'customers.change',
  `UPDATE customers SET first_name = $3, last_name = $4, language = $5, time_zone = $6, description = $7, company_id = $8,
     primary_email = $9, phones = $10, updated_at = greatest(statement_timestamp(), ${NEXT_MOMENT})
   WHERE workspace_id = $1 AND id = $2
   RETURNING created_at AS "createdAt", updated_at AS "updatedAt"`,
);

/** $2 a customer. Others change it only after the transaction, but may write its tickets meanwhile. */
export const LOCK = tenantStatement(
  'customers.lock',
  'SELECT id FROM customers WHERE workspace_id = $1 AND id = $2 FOR NO KEY UPDATE',
);

/**
 * $2 customer, $3 folded addresses, $4 addresses, $5 which is the primary one. Returns the folded addresses that no customer had. It
 * waits for transactions that are about to take one of them, and its order avoids deadlocks.
 */
export const ADD_ADDRESSES = tenantStatement(
  'customers.add_addresses',
  `INSERT INTO customer_emails (workspace_id, email_key, customer_id, email, is_primary, position)
   SELECT $1, email_key, $2, email, is_primary, position - 1
   FROM unnest($3::text[], $4::text[], $5::boolean[]) WITH ORDINALITY AS n (email_key, email, is_primary, position)
   ORDER BY email_key COLLATE "C"
   ON CONFLICT (workspace_id, email_key) DO NOTHING
   RETURNING email_key AS "emailKey"`,
);

const listed = (name: string, table: string, column: string): Statement =>
  tenantStatement(
    name,
    `INSERT INTO ${table} (workspace_id, customer_id, position, ${column}, label)
     SELECT $1, $2, position - 1, item, label
     FROM unnest($3::text[], $4::text[]) WITH ORDINALITY AS n (item, label, position)
     RETURNING customer_id`,
  );

/** $2 customer, $3 phones, $4 their labels. */
export const ADD_PHONES = listed('customers.add_phones', 'customer_phones', 'phone');

/** $2 customer, $3 web addresses, $4 their labels. */
export const ADD_LINKS = listed('customers.add_links', 'customer_links', 'url');

/** $2 a customer. */
export const FIND = plannedOnce(
  tenantStatement(
    'customers.find',
    `SELECT ${shownOf('true')} FROM customers AS customer WHERE customer.workspace_id = $1 AND customer.id = $2`,
  ),
);

/** Makes no customer for an address that another transaction took in the meantime. */
export const ADD_NEWCOMERS = tenantStatement(
  'customers.add_newcomers',
  `WITH newcomer AS (
     SELECT * FROM unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[])
       AS n (id, email, email_key, first_name, last_name)
   ), addressed AS (
     INSERT INTO customer_emails (workspace_id, email_key, customer_id, email, is_primary, position)
     SELECT $1, email_key, id, email, true, 0 FROM newcomer ORDER BY email_key COLLATE "C"
     ON CONFLICT (workspace_id, email_key) DO NOTHING
     RETURNING workspace_id, customer_id
   )
   INSERT INTO customers (workspace_id, id, first_name, last_name, primary_email)
   SELECT $1, id, first_name, last_name, email FROM newcomer
   WHERE id IN (SELECT customer_id FROM addressed WHERE workspace_id = $1)
   RETURNING id`,
);
