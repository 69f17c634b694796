import type { CompanyId } from '../kernel/ids.js';
import { MAX_PAGE_SIZE, offsetOf, type PageRequest } from '../kernel/page.js';
import { foldEmail } from '../kernel/text.js';
import { CUSTOMER_LISTS } from './customer.errors.js';
import { keptTotal, takingStatement } from '../platform/counts/list-totals.sql.js';
import {
  composedTenantStatement,
  plannedEachTime,
  plannedOnce,
  weighed,
  type Statement,
} from '../platform/tenancy/statement.js';

/** Selects the columns of `customers AS customer` that clients see. The long texts are null unless `areWanted`. */
export const customerColumns = (areWanted: string): string => `
  customer.id, customer.first_name AS "firstName", customer.last_name AS "lastName", customer.language,
  customer.time_zone AS "timeZone", CASE WHEN ${areWanted} THEN customer.description END AS description,
  customer.created_at AS "createdAt", customer.updated_at AS "updatedAt",
  (SELECT json_build_object('id', company.id, 'name', company.name) FROM companies company
   WHERE company.workspace_id = $1 AND company.id = customer.company_id) AS company,
  (SELECT coalesce(json_agg(json_build_object('email', e.email, 'isPrimary', e.is_primary) ORDER BY e.position, e.email_key), '[]')
   FROM customer_emails e WHERE e.workspace_id = $1 AND e.customer_id = customer.id) AS emails,
  (SELECT coalesce(json_agg(json_build_object('phone', p.phone, 'label', p.label) ORDER BY p.position), '[]')
   FROM customer_phones p WHERE p.workspace_id = $1 AND p.customer_id = customer.id) AS phones,
  CASE WHEN ${areWanted} THEN
    (SELECT coalesce(json_agg(json_build_object('url', l.url, 'label', l.label) ORDER BY l.position), '[]')
     FROM customer_links l WHERE l.workspace_id = $1 AND l.customer_id = customer.id) END AS links`;

/** Counts the bytes of the long texts of `customers AS customer`. PostgreSQL knows the length of a description without reading it. */
const WEIGHT = `coalesce(octet_length(customer.description), 0)
  + coalesce((SELECT sum(octet_length(l.url) + coalesce(octet_length(l.label), 0)) FROM customer_links l
    WHERE l.workspace_id = $1 AND l.customer_id = customer.id), 0)`;

export interface CustomerFilter {
  readonly emailKey?: string;
  readonly companyId?: CompanyId;
  /** The beginning of a first name, a last name or an address, in any case. */
  readonly prefix?: string;
}

/** A statement with its values, except the first one (the workspace) and the last one (how many bytes of long texts may come). */
interface ListStatement {
  readonly statement: Statement;
  readonly values: readonly unknown[];
}

/** Takes a value and tells its placeholder in the statement. */
type Placeholder = (value: unknown) => string;

/** Joins the customers of `page`. Each is looked up by itself, also where PostgreSQL expects few customers. */
const EACH_CUSTOMER = `CROSS JOIN LATERAL (
  SELECT * FROM customers one WHERE one.workspace_id = $1 AND one.id = page.id LIMIT 1) AS customer`;

const NEWEST_FIRST = 'ORDER BY created_at DESC, id DESC';

/** Makes the statement for a page of customers, newest first, with the exact total of that moment and the weight of its long texts. */
export function pageOfCustomers(filter: CustomerFilter, request: PageRequest): ListStatement {
  const values: unknown[] = [];
  const placeholder: Placeholder = (value) => `$${values.push(value) + 1}`;
  const slice = `${NEWEST_FIRST} LIMIT ${placeholder(request.size)}::bigint OFFSET ${placeholder(offsetOf(request))}::bigint`;
  const { parts, planned } = partsOf(filter, slice, placeholder);
  const text = `WITH ${parts}, weight AS MATERIALIZED (
      SELECT coalesce(sum(bytes), 0)::float8 AS bytes, coalesce(max(bytes), 0)::float8 AS heaviest
      FROM (SELECT ${WEIGHT} AS bytes FROM page
            ${EACH_CUSTOMER} OFFSET 0) AS each
    )
    SELECT total.customers AS "totalRecords", total.waiting AS "waitingChanges", weight.bytes AS weight, weight.heaviest, shown.*
    FROM total CROSS JOIN weight LEFT JOIN LATERAL (
      SELECT ${customerColumns(`weight.bytes <= $${values.length + 2}::float8`)}
      FROM page ${EACH_CUSTOMER}
      ORDER BY page.created_at DESC, page.id DESC
    ) AS shown ON true`;
  const statement = weighed(CUSTOMER_LISTS, planned(composedTenantStatement('customers.page', text)));
  return { statement, values };
}

interface Parts {
  /** Makes `total` with `customers` and `waiting` changes of counts, and `page` with the ids and creations of a page. */
  readonly parts: string;
  readonly planned: (statement: Statement) => Statement;
}

function partsOf(filter: CustomerFilter, slice: string, placeholder: Placeholder): Parts {
  const { prefix, ...others } = filter;
  if (Object.keys(others).length > 0)
    return { parts: combined(filter, slice, placeholder), planned: plannedEachTime };
  if (prefix !== undefined)
    return { parts: byPrefix(beginningWith(prefix, placeholder), slice), planned: plannedEachTime };
  return { parts: all(slice), planned: plannedOnce };
}

/**
 * The total is the kept one with the changes that wait, and the page comes from an index that is sorted. The limit in the
 * text tells the planner how few customers there are: for `LIMIT $n` alone it expects a tenth of all, and would read all for them.
 */
const all = (slice: string): string => `
  total AS MATERIALIZED (
    SELECT (${keptTotal('customers')} + coalesce(sum(customers), 0))::integer AS customers, count(*)::integer AS waiting
    FROM customer_count_changes WHERE workspace_id = $1
  ), page AS MATERIALIZED (
    SELECT * FROM (SELECT id, created_at FROM customers WHERE workspace_id = $1 ${slice}) AS slice LIMIT ${MAX_PAGE_SIZE})`;

/** Up to this number, the customers that a prefix finds are looked up and sorted. */
const FEW = 50_000;

/**
 * The ids that a prefix finds come from three indexes, and are counted. When they are few, their customers are looked up and sorted.
 * When they are many, the newest of them are soon found among all customers; OFFSET 0 makes PostgreSQL look up the addresses one by one.
 */
const byPrefix = ({ name, address }: Beginning, slice: string): string => {
  const few = `(SELECT customers <= ${FEW} FROM total)`;
  return `
  found AS MATERIALIZED (
    SELECT id FROM customers WHERE workspace_id = $1 AND ${name('first_name_key')}
    UNION SELECT id FROM customers WHERE workspace_id = $1 AND ${name('last_name_key')}
    UNION SELECT customer_id FROM customer_emails WHERE workspace_id = $1 AND ${address('email_key')}
  ), total AS MATERIALIZED (
    SELECT count(*)::integer AS customers, 0 AS waiting FROM found
  ), page AS MATERIALIZED (
    (SELECT c.id, c.created_at FROM found JOIN customers c ON c.workspace_id = $1 AND c.id = found.id WHERE ${few} ${slice})
    UNION ALL
    (SELECT c.id, c.created_at FROM customers c
     WHERE c.workspace_id = $1 AND NOT ${few} AND (${name('c.first_name_key')} OR ${name('c.last_name_key')} OR EXISTS (
       SELECT FROM customer_emails e WHERE e.workspace_id = $1 AND e.customer_id = c.id AND ${address('e.email_key')} OFFSET 0))
     ${slice})
  )`;
};

/** Counts a customer once even when several conditions match. */
const combined = (filter: CustomerFilter, slice: string, placeholder: Placeholder): string => `
  wanted AS MATERIALIZED (${wantedCustomers(filter, placeholder)}
  ), total AS MATERIALIZED (
    SELECT count(*)::integer AS customers, 0 AS waiting FROM wanted
  ), page AS MATERIALIZED (SELECT id, created_at FROM wanted ${slice})`;

function wantedCustomers({ emailKey, companyId, prefix }: CustomerFilter, placeholder: Placeholder): string {
  const conditions = [
    ...(emailKey === undefined ? [] : [withAddress(placeholder(emailKey))]),
    ...(companyId === undefined ? [] : [`c.company_id = ${placeholder(companyId)}`]),
  ];
  const where = (...others: string[]): string =>
    `SELECT c.id, c.created_at FROM customers c WHERE ${['c.workspace_id = $1', ...conditions, ...others].join(' AND ')}`;
  if (prefix === undefined) return where();
  const { name, address } = beginningWith(prefix, placeholder);
  const branches = [name('c.first_name_key'), name('c.last_name_key'), ofAddress(address('e.email_key'))];
  return branches.map((branch) => where(branch)).join(' UNION ');
}

/** An address belongs to one customer. */
const withAddress = (key: string): string =>
  `c.id = (SELECT e.customer_id FROM customer_emails e WHERE e.workspace_id = $1 AND e.email_key = ${key})`;

const ofAddress = (condition: string): string =>
  `c.id IN (SELECT e.customer_id FROM customer_emails e WHERE e.workspace_id = $1 AND ${condition})`;

/** Makes conditions that a column begins with a text. */
type Beginning = Readonly<Record<'name' | 'address', (column: string) => string>>;

/** Folds the text as the columns are folded: PostgreSQL has folded names, and the service addresses. They differ for some letters, such as İ. */
function beginningWith(prefix: string, placeholder: Placeholder): Beginning {
  const name = `lower(normalize(${placeholder(prefix)}::text, NFC))`;
  const address = `${placeholder(foldEmail(prefix))}::text`;
  return { name: (column) => begins(column, name), address: (column) => begins(column, address) };
}

/** The operators compare characters, as the indexes do. U+10FFFF comes after all characters that a text can go on with. */
const begins = (column: string, folded: string): string =>
  `${column} ~>=~ ${folded} AND ${column} ~<~ (${folded} || U&'\\+10FFFF')`;

export const TAKE_CUSTOMERS = takingStatement('customers.take_changes', {
  table: 'customer_count_changes',
  records: 'abs(customers)',
  totals: `SELECT 'customers', '', '', customers FROM taken`,
});
