import { tenantTable, type SchemaStatements } from '../platform/database/schema.js';

export const teamMembersSchema: SchemaStatements = [
  ...tenantTable(
    'team_members',
    `
      id uuid NOT NULL,
      email text NOT NULL,
      email_key text NOT NULL,
      first_name text NOT NULL,
      last_name text NOT NULL,
      role text NOT NULL,
      time_zone text,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      updated_at timestamptz(3) NOT NULL DEFAULT now(),
      removed_at timestamptz(3),
      CONSTRAINT team_members_pkey PRIMARY KEY (workspace_id, id),
      CONSTRAINT team_members_email_key UNIQUE (workspace_id, email_key),
      CONSTRAINT team_members_role_check CHECK (role IN ('admin', 'agent', 'standard')),
      CONSTRAINT team_members_workspace_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces (id) ON DELETE CASCADE`,
  ),
  ...tenantTable(
    'team_member_groups',
    `
      team_member_id uuid NOT NULL,
      group_id uuid NOT NULL,
      CONSTRAINT team_member_groups_pkey PRIMARY KEY (workspace_id, team_member_id, group_id),
      CONSTRAINT team_member_groups_team_member_fkey FOREIGN KEY (workspace_id, team_member_id)
        REFERENCES team_members (workspace_id, id) ON DELETE CASCADE,
      CONSTRAINT team_member_groups_group_fkey FOREIGN KEY (workspace_id, group_id)
        REFERENCES groups (workspace_id, id) ON DELETE CASCADE`,
  ),
  'CREATE INDEX team_member_groups_group_idx ON team_member_groups (workspace_id, group_id)',
  // Members for whom keys speak. A cluster keeps `api_keys` on its coordinator, where they cannot name members. A member that a key
  // speaks for cannot be deleted, because the key would speak for anybody then.
  ...tenantTable(
    'api_key_members',
    `
      api_key_id uuid NOT NULL,
      team_member_id uuid NOT NULL,
      CONSTRAINT api_key_members_pkey PRIMARY KEY (workspace_id, api_key_id),
      CONSTRAINT api_key_members_workspace_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces (id) ON DELETE CASCADE,
      CONSTRAINT api_key_members_team_member_fkey FOREIGN KEY (workspace_id, team_member_id)
        REFERENCES team_members (workspace_id, id)`,
  ),
];
