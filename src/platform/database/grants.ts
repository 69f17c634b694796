import pg from 'pg';

const READ = 'SELECT';
const READ_WRITE = 'SELECT, INSERT, UPDATE, DELETE';

/** What the service's role may do, table by table; a contract test fails when a table of the schema is missing here. */
export const GRANTS: Readonly<Record<string, string>> = {
  schema_migrations: READ,
  workspaces: 'SELECT, INSERT, UPDATE',
  api_keys: 'SELECT, INSERT, UPDATE',
  api_key_uses: 'SELECT, INSERT, UPDATE',
  rate_limit_counts: READ_WRITE,
  groups: READ_WRITE,
  team_members: READ_WRITE,
  team_member_groups: READ_WRITE,
  companies: READ_WRITE,
  customers: READ_WRITE,
  customer_emails: READ_WRITE,
  customer_phones: READ_WRITE,
  customer_links: READ_WRITE,
  customer_counts: READ_WRITE,
  customer_count_changes: 'SELECT, INSERT, DELETE',
  ticket_statuses: READ_WRITE,
  ticket_categories: READ_WRITE,
  ticket_fields: READ_WRITE,
  ticket_field_options: READ_WRITE,
  ticket_field_versions: 'SELECT, INSERT, UPDATE',
  vocabulary_versions: 'SELECT, INSERT, UPDATE',
  deleted_ticket_fields: READ_WRITE,
  idempotency_keys: READ_WRITE,
  forms: READ_WRITE,
  form_fields: READ_WRITE,
  form_submissions: READ_WRITE,
  form_counts: READ_WRITE,
  ticket_counters: 'SELECT, INSERT, UPDATE',
  tickets: READ_WRITE,
  ticket_tag_index: READ_WRITE,
  ticket_value_index: READ_WRITE,
  ticket_counts: 'SELECT, INSERT, UPDATE',
  ticket_count_chunks: READ_WRITE,
  ticket_count_changes: 'SELECT, INSERT, DELETE',
  ticket_tag_counts: READ_WRITE,
  ticket_tag_changes: 'SELECT, INSERT, DELETE',
  comments: READ_WRITE,
  comment_mentions: READ_WRITE,
  comment_drafts: READ_WRITE,
  comments_for_customers: READ,
  // What is remembered stays as it is: pruning takes the owner (decision 14). Only positions are given later (decision 23).
  audit_entries: 'SELECT, INSERT, UPDATE (position, awaits_position)',
  event_streams: 'SELECT, INSERT, UPDATE',
  attachments: READ_WRITE,
  removed_workspaces: 'SELECT, DELETE',
  webhooks: READ_WRITE,
  webhook_secrets: READ_WRITE,
  webhook_deliveries: READ_WRITE,
  webhook_tries: READ_WRITE,
  mails: READ_WRITE,
};

/** The statements that give `role` exactly the rights above. */
export function grantStatements(role: string): string[] {
  const name = pg.escapeIdentifier(role);
  return [
    `GRANT USAGE ON SCHEMA public TO ${name}`,
    temporaryTables(role),
    statistics(role),
    ...Object.entries(GRANTS).flatMap(([table, rights]) => [
      `REVOKE ALL ON ${table} FROM ${name}`,
      `GRANT ${rights} ON ${table} TO ${name}`,
    ]),
  ];
}

/** Imports stage their rows in temporary tables. Everybody may make them, unless an administrator has taken that away. */
function temporaryTables(role: string): string {
  return `DO $$ BEGIN
    EXECUTE format('GRANT TEMPORARY ON DATABASE %I TO %I', current_database(), ${pg.escapeLiteral(role)});
  END $$`;
}

/**
 * With this role the service sees which standby is synchronous (decision 18). Most owners may not grant it. Then an administrator
 * has to, and the service says so at its start.
 */
function statistics(role: string): string {
  return `DO $$ BEGIN
    EXECUTE format('GRANT pg_read_all_stats TO %I', ${pg.escapeLiteral(role)});
  EXCEPTION WHEN insufficient_privilege THEN NULL;
  END $$`;
}
