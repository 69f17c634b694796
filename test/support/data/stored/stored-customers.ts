import { randomBytes } from 'node:crypto';
import type { TestWorkspace } from '../builders.js';
import { asAdmin } from '../../test-database.js';

/** An address that no other test uses. */
export function anAddress(name = 'someone'): string {
  return `${name}.${randomBytes(6).toString('hex')}@customer.example`;
}

/** Every row that belongs to customers of the workspace. */
export async function storedCustomers({ app, scope }: TestWorkspace): Promise<Record<string, unknown[]>> {
  const tables = ['customers', 'customer_emails', 'customer_phones', 'customer_links'];
  const rows = tables.map(
    (table) =>
      `(SELECT coalesce(jsonb_agg(t ORDER BY to_jsonb(t)::text), '[]') FROM ${table} t WHERE workspace_id = $1) AS ${table}`,
  );
  const [stored] = await asAdmin<Record<string, unknown[]>>(app.database, `SELECT ${rows.join(', ')}`, [
    scope.workspaceId,
  ]);
  return stored ?? {};
}

/** The stored rows of one customer, in the order given. */
export async function storedCustomer({ app, scope }: TestWorkspace, id: string): Promise<object | undefined> {
  const [row] = await asAdmin(
    app.database,
    `SELECT first_name, last_name, language, time_zone, description, company_id,
       (SELECT jsonb_agg(jsonb_build_array(email, is_primary) ORDER BY position)
        FROM customer_emails o WHERE o.workspace_id = c.workspace_id AND o.customer_id = c.id) AS emails,
       (SELECT jsonb_agg(jsonb_build_array(phone, label) ORDER BY position)
        FROM customer_phones o WHERE o.workspace_id = c.workspace_id AND o.customer_id = c.id) AS phones,
       (SELECT jsonb_agg(jsonb_build_array(url, label) ORDER BY position)
        FROM customer_links o WHERE o.workspace_id = c.workspace_id AND o.customer_id = c.id) AS links
     FROM customers c WHERE workspace_id = $1 AND id = $2`,
    [scope.workspaceId, id],
  );
  return row;
}

/** The id of the only company of the workspace. */
export async function companyOf({ app, scope }: TestWorkspace): Promise<string> {
  const [company] = await asAdmin<{ id: string }>(
    app.database,
    'SELECT id FROM companies WHERE workspace_id = $1',
    [scope.workspaceId],
  );
  if (company === undefined) throw new Error('The workspace has no company.');
  return company.id;
}
