import type { CompanyId } from '../kernel/ids.js';
import { offsetOf, type PageRequest } from '../kernel/page.js';
import {
  composedTenantStatement,
  plannedEachTime,
  plannedOnce,
  tenantStatement,
  type Statement,
} from '../platform/tenancy/statement.js';

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

/** The same values, for a customer that is there. */
export const CHANGE = tenantStatement(
  'customers.change',
  `UPDATE customers SET first_name = $3, last_name = $4, language = $5, time_zone = $6, description = $7, company_id = $8,
     primary_email = $9, phones = $10, updated_at = greatest(statement_timestamp(), updated_at + interval '1 ms')
   WHERE workspace_id = $1 AND id = $2
   RETURNING created_at AS "createdAt", updated_at AS "updatedAt"`,
);

/** $2 a customer. Others change it only after the transaction; tickets of it can be written meanwhile. */
export const LOCK = tenantStatement(
  'customers.lock',
  'SELECT id FROM customers WHERE workspace_id = $1 AND id = $2 FOR NO KEY UPDATE',
);

/**
 * $2 customer, $3 folded addresses, $4 addresses, $5 which is the primary one. Returns the folded addresses that no customer had; it
 * waits for transactions that are about to take one of them. Always in the same order, so that two who want the same addresses
 * wait for each other instead of ending in a deadlock.
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
     FROM unnest($3::text[], $4::text[]) WITH ORDINALITY AS n (item, label, position)`,
  );

/** $2 customer, $3 phones, $4 their labels. */
export const ADD_PHONES = listed('customers.add_phones', 'customer_phones', 'phone');

/** $2 customer, $3 web addresses, $4 their labels. */
export const ADD_LINKS = listed('customers.add_links', 'customer_links', 'url');

/** All that clients see of `customers AS customer`. */
const COLUMNS = `
  customer.id, customer.first_name AS "firstName", customer.last_name AS "lastName", customer.language,
  customer.time_zone AS "timeZone", customer.description, customer.created_at AS "createdAt", customer.updated_at AS "updatedAt",
  (SELECT json_build_object('id', company.id, 'name', company.name) FROM companies company
   WHERE company.workspace_id = $1 AND company.id = customer.company_id) AS company,
  (SELECT coalesce(json_agg(json_build_object('email', e.email, 'isPrimary', e.is_primary) ORDER BY e.position, e.email_key), '[]')
   FROM customer_emails e WHERE e.workspace_id = $1 AND e.customer_id = customer.id) AS emails,
  (SELECT coalesce(json_agg(json_build_object('phone', p.phone, 'label', p.label) ORDER BY p.position), '[]')
   FROM customer_phones p WHERE p.workspace_id = $1 AND p.customer_id = customer.id) AS phones,
  (SELECT coalesce(json_agg(json_build_object('url', l.url, 'label', l.label) ORDER BY l.position), '[]')
   FROM customer_links l WHERE l.workspace_id = $1 AND l.customer_id = customer.id) AS links`;

/** $2 a customer. */
export const FIND = plannedOnce(
  tenantStatement(
    'customers.find',
    `SELECT ${COLUMNS} FROM customers AS customer WHERE customer.workspace_id = $1 AND customer.id = $2`,
  ),
);

/** Selects customers; an absent property selects all. */
export interface CustomerFilter {
  /** A folded address. */
  readonly emailKey?: string;
  readonly companyId?: CompanyId;
  /** With what a first name, a last name or an address begins, folded. */
  readonly prefix?: string;
}

/**
 * A page of the customers of a filter, newest first. Every row has the total; when the page is empty, there is one row with a null
 * id. All customers are counted in an index. What a filter finds is found once, and planned for its values.
 */
export function pageOfCustomers(
  filter: CustomerFilter,
  request: PageRequest,
): { readonly statement: Statement; readonly values: readonly unknown[] } {
  const values: unknown[] = [];
  const place = (value: unknown): string => `$${values.push(value) + 1}`;
  const isFiltered = Object.keys(filter).length > 0;
  const text = `WITH wanted AS ${isFiltered ? 'MATERIALIZED' : 'NOT MATERIALIZED'} (${wantedCustomers(filter, place)})
    SELECT total.count AS "totalRecords", shown.*
    FROM (SELECT count(*)::int AS count FROM wanted) AS total
    LEFT JOIN LATERAL (
      SELECT ${COLUMNS}
      FROM (SELECT id, created_at FROM wanted ORDER BY created_at DESC, id DESC
            LIMIT ${place(request.size)} OFFSET ${place(offsetOf(request))}) AS place
      JOIN customers customer ON customer.workspace_id = $1 AND customer.id = place.id
      ORDER BY place.created_at DESC, place.id DESC
    ) AS shown ON true`;
  const planned = isFiltered ? plannedEachTime : plannedOnce;
  return { statement: planned(composedTenantStatement('customers.page', text)), values };
}

/** Id and creation of the customers of a filter. */
function wantedCustomers(
  { emailKey, companyId, prefix }: CustomerFilter,
  place: (value: unknown) => string,
): string {
  const conditions = [
    ...(emailKey === undefined ? [] : [ofAddress(`e.email_key = ${place(emailKey)}`)]),
    ...(companyId === undefined ? [] : [`c.company_id = ${place(companyId)}`]),
  ];
  const where = (...others: string[]): string =>
    `SELECT c.id, c.created_at FROM customers c WHERE ${['c.workspace_id = $1', ...conditions, ...others].join(' AND ')}`;
  if (prefix === undefined) return where();
  const begins = beginningWith(place(prefix));
  const branches = [begins('c.first_name_key'), begins('c.last_name_key'), ofAddress(begins('e.email_key'))];
  return branches.map((branch) => where(branch)).join(' UNION ');
}

const ofAddress = (condition: string): string =>
  `c.id IN (SELECT e.customer_id FROM customer_emails e WHERE e.workspace_id = $1 AND ${condition})`;

/** The operators compare characters, as the indexes do. U+10FFFF comes after all characters that a text can go on with. */
function beginningWith(prefix: string): (column: string) => string {
  return (column) => `${column} ~>=~ ${prefix}::text AND ${column} ~<~ (${prefix}::text || U&'\\+10FFFF')`;
}

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
   WHERE id IN (SELECT customer_id FROM addressed WHERE workspace_id = $1)`,
);
