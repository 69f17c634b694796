import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropTables, isolateTenantTables } from './tenant-isolation.js';

const TABLES = [
  'groups',
  'team_members',
  'team_member_groups',
  'companies',
  'customers',
  'customer_emails',
  'customer_phones',
  'customer_links',
];

/** The people of a workspace: groups and team members, companies and customers. */
export class People1763600000001 implements MigrationInterface {
  name = 'People1763600000001';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of [...STAFF, ...CUSTOMERS]) await queryRunner.query(statement);
    await isolateTenantTables(queryRunner, TABLES);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await dropTables(queryRunner, TABLES);
  }
}

const STAFF = [
  `CREATE TABLE groups (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    name text NOT NULL,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    CONSTRAINT groups_pkey PRIMARY KEY (workspace_id, id),
    CONSTRAINT groups_name_key UNIQUE (workspace_id, name),
    CONSTRAINT groups_workspace_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces (id) ON DELETE CASCADE
  )`,
  `CREATE TABLE team_members (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    email text NOT NULL,
    email_key text NOT NULL,
    first_name text NOT NULL,
    last_name text NOT NULL,
    role text NOT NULL,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    removed_at timestamptz(3),
    CONSTRAINT team_members_pkey PRIMARY KEY (workspace_id, id),
    CONSTRAINT team_members_email_key UNIQUE (workspace_id, email_key),
    CONSTRAINT team_members_role_check CHECK (role IN ('admin', 'agent')),
    CONSTRAINT team_members_workspace_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces (id) ON DELETE CASCADE
  )`,
  `CREATE TABLE team_member_groups (
    workspace_id uuid NOT NULL,
    team_member_id uuid NOT NULL,
    group_id uuid NOT NULL,
    CONSTRAINT team_member_groups_pkey PRIMARY KEY (workspace_id, team_member_id, group_id),
    CONSTRAINT team_member_groups_team_member_fkey FOREIGN KEY (workspace_id, team_member_id)
      REFERENCES team_members (workspace_id, id) ON DELETE CASCADE,
    CONSTRAINT team_member_groups_group_fkey FOREIGN KEY (workspace_id, group_id)
      REFERENCES groups (workspace_id, id) ON DELETE CASCADE
  )`,
  'CREATE INDEX team_member_groups_group_idx ON team_member_groups (workspace_id, group_id)',
];

const CUSTOMERS = [
  `CREATE TABLE companies (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    name text NOT NULL,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    CONSTRAINT companies_pkey PRIMARY KEY (workspace_id, id),
    CONSTRAINT companies_name_key UNIQUE (workspace_id, name),
    CONSTRAINT companies_workspace_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces (id) ON DELETE CASCADE
  )`,
  `CREATE TABLE customers (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    first_name text,
    last_name text,
    language text,
    time_zone text,
    description text,
    company_id uuid,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    updated_at timestamptz(3) NOT NULL DEFAULT now(),
    CONSTRAINT customers_pkey PRIMARY KEY (workspace_id, id),
    CONSTRAINT customers_workspace_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces (id) ON DELETE CASCADE,
    CONSTRAINT customers_company_fkey FOREIGN KEY (workspace_id, company_id) REFERENCES companies (workspace_id, id)
  )`,
  'CREATE INDEX customers_company_idx ON customers (workspace_id, company_id) WHERE company_id IS NOT NULL',
  `CREATE TABLE customer_emails (
    workspace_id uuid NOT NULL,
    email_key text NOT NULL,
    customer_id uuid NOT NULL,
    email text NOT NULL,
    is_primary boolean NOT NULL,
    position integer NOT NULL,
    CONSTRAINT customer_emails_pkey PRIMARY KEY (workspace_id, email_key),
    CONSTRAINT customer_emails_customer_fkey FOREIGN KEY (workspace_id, customer_id)
      REFERENCES customers (workspace_id, id) ON DELETE CASCADE
  )`,
  'CREATE INDEX customer_emails_customer_idx ON customer_emails (workspace_id, customer_id)',
  `CREATE UNIQUE INDEX customer_emails_primary_key ON customer_emails (workspace_id, customer_id)
    INCLUDE (email) WHERE is_primary`,
  ...['phone', 'url'].map((column) => {
    const table = column === 'phone' ? 'customer_phones' : 'customer_links';
    return `CREATE TABLE ${table} (
      workspace_id uuid NOT NULL,
      customer_id uuid NOT NULL,
      position integer NOT NULL,
      ${column} text NOT NULL,
      label text,
      CONSTRAINT ${table}_pkey PRIMARY KEY (workspace_id, customer_id, position),
      CONSTRAINT ${table}_customer_fkey FOREIGN KEY (workspace_id, customer_id)
        REFERENCES customers (workspace_id, id) ON DELETE CASCADE
    )`;
  }),
];
