import { forgottenWithWorkspace, tenantTable, type SchemaStatements } from '../platform/database/schema.js';
import { TriggerFunction } from '../platform/database/trigger-function.js';

const listOf = (table: string, column: string): string[] =>
  tenantTable(
    table,
    `
      customer_id uuid NOT NULL,
      position integer NOT NULL,
      ${column} text NOT NULL,
      label text,
      CONSTRAINT ${table}_pkey PRIMARY KEY (workspace_id, customer_id, position),
      CONSTRAINT ${table}_customer_fkey FOREIGN KEY (workspace_id, customer_id)
        REFERENCES customers (workspace_id, id) ON DELETE CASCADE`,
  );

const PEOPLE = [
  // Each row also has the primary address and the phones, which tickets show.
  ...tenantTable(
    'customers',
    `
      id uuid NOT NULL,
      first_name text,
      first_name_key text,
      last_name text,
      last_name_key text,
      language text,
      time_zone text,
      description text,
      company_id uuid,
      primary_email text NOT NULL,
      phones text[] NOT NULL DEFAULT '{}',
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      updated_at timestamptz(3) NOT NULL DEFAULT now(),
      CONSTRAINT customers_pkey PRIMARY KEY (workspace_id, id),
      CONSTRAINT customers_workspace_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces (id) ON DELETE CASCADE,
      CONSTRAINT customers_company_fkey FOREIGN KEY (workspace_id, company_id) REFERENCES companies (workspace_id, id)`,
  ),
  'CREATE INDEX customers_company_idx ON customers (workspace_id, company_id) WHERE company_id IS NOT NULL',
  'CREATE INDEX customers_created_idx ON customers (workspace_id, created_at, id)',
  // Folded names are columns, because under row-level security PostgreSQL uses no index on a function that is not leakproof.
  new TriggerFunction(
    'fold_names_of_customer',
    () => `NEW.first_name_key := lower(normalize(NEW.first_name, NFC));
    NEW.last_name_key := lower(normalize(NEW.last_name, NFC));`,
    { returned: 'NEW' },
  ),
  `CREATE TRIGGER customers_fold_names BEFORE INSERT OR UPDATE ON customers
    FOR EACH ROW EXECUTE FUNCTION fold_names_of_customer()`,
  ...['first_name', 'last_name'].map(
    (name) =>
      `CREATE INDEX customers_${name}_idx ON customers (workspace_id, ${name}_key text_pattern_ops) INCLUDE (id, created_at)`,
  ),
  // One statement adds customers and their addresses, and Citus runs its parts one after the other, so the foreign key is checked at the
  // end.
  ...tenantTable(
    'customer_emails',
    `
      email_key text NOT NULL,
      customer_id uuid NOT NULL,
      email text NOT NULL,
      is_primary boolean NOT NULL,
      position integer NOT NULL,
      CONSTRAINT customer_emails_pkey PRIMARY KEY (workspace_id, email_key),
      CONSTRAINT customer_emails_customer_fkey FOREIGN KEY (workspace_id, customer_id)
        REFERENCES customers (workspace_id, id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED`,
  ),
  'CREATE INDEX customer_emails_customer_idx ON customer_emails (workspace_id, customer_id)',
  `CREATE UNIQUE INDEX customer_emails_primary_key ON customer_emails (workspace_id, customer_id)
    INCLUDE (email) WHERE is_primary`,
  `CREATE INDEX customer_emails_prefix_idx ON customer_emails (workspace_id, email_key text_pattern_ops)
    INCLUDE (customer_id)`,
  ...listOf('customer_phones', 'phone'),
  ...listOf('customer_links', 'url'),
];

const COUNTS = [
  // Changes of the total of customers that wait, one for each statement. The kept total and the changes together are exactly what
  // `customers` holds.
  ...tenantTable(
    'customer_count_changes',
    `
      id uuid NOT NULL DEFAULT gen_random_uuid(),
      customers integer NOT NULL,
      CONSTRAINT customer_count_changes_pkey PRIMARY KEY (workspace_id, id)`,
  ),
  ...forgottenWithWorkspace('customer_count_changes'),
  new TriggerFunction('count_added_customers', ({ run, table }) =>
    run(`INSERT INTO ${table('customer_count_changes')} (workspace_id, customers)
      SELECT workspace_id, count(*) FROM added GROUP BY workspace_id`),
  ),
  `CREATE TRIGGER customers_count_added AFTER INSERT ON customers REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION count_added_customers()`,
  // Adds no row for a workspace that is being deleted.
  new TriggerFunction('count_removed_customers', ({ run, table }) =>
    run(`INSERT INTO ${table('customer_count_changes')} (workspace_id, customers)
      SELECT removed.workspace_id, -count(*) FROM removed
      WHERE removed.workspace_id IN (SELECT id FROM ${table('workspaces')}) GROUP BY removed.workspace_id`),
  ),
  `CREATE TRIGGER customers_count_removed AFTER DELETE ON customers REFERENCING OLD TABLE AS removed
    FOR EACH STATEMENT EXECUTE FUNCTION count_removed_customers()`,
];

export const customersSchema: SchemaStatements = [...PEOPLE, ...COUNTS];
