import { forCluster } from './migration-statements.js';

const distributed = (name: string) =>
  `SELECT create_distributed_table('${name}', 'workspace_id', colocate_with => 'tickets')`;

describe('a text of a migration on a cluster', () => {
  it('is sent statement by statement', () => {
    const text = `ALTER TABLE tickets ADD COLUMN mood text DEFAULT ';'; -- a comment; with a semicolon
      CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN DELETE FROM a; RETURN NULL; END $$;`;
    expect(forCluster(text, 'tickets')).toEqual([
      `ALTER TABLE tickets ADD COLUMN mood text DEFAULT ';'`,
      'CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN DELETE FROM a; RETURN NULL; END $$',
    ]);
  });

  it('distributes a new table of workspaces before its foreign keys', () => {
    const text = `CREATE TABLE moods (
      workspace_id uuid NOT NULL, -- of whom
      id uuid NOT NULL DEFAULT gen_random_uuid(),
      ticket_id uuid,
      kind text CHECK (kind IN ('good, or so', 'bad')),
      CONSTRAINT moods_pkey PRIMARY KEY (workspace_id, id),
      CONSTRAINT moods_workspace_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces (id) ON DELETE CASCADE,
      FOREIGN KEY (workspace_id, ticket_id) REFERENCES tickets (workspace_id, id)
    )`;
    const [made = '', ...others] = forCluster(text, 'tickets');
    expect(made.replaceAll(/\s+/g, ' ')).toBe(
      `CREATE TABLE moods (workspace_id uuid NOT NULL, id uuid NOT NULL DEFAULT gen_random_uuid(), ticket_id uuid, ` +
        `kind text CHECK (kind IN ('good, or so', 'bad')), CONSTRAINT moods_pkey PRIMARY KEY (workspace_id, id))`,
    );
    expect(others).toEqual([
      distributed('moods'),
      'ALTER TABLE moods ADD CONSTRAINT moods_workspace_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces (id) ON DELETE CASCADE',
      'ALTER TABLE moods ADD FOREIGN KEY (workspace_id, ticket_id) REFERENCES tickets (workspace_id, id)',
    ]);
  });

  it('logs the changes of a table of workspaces, because an unlogged one cannot move', () => {
    const text = 'CREATE UNLOGGED TABLE moods (workspace_id uuid NOT NULL, mood text)';
    expect(forCluster(text, 'tickets')).toEqual([
      'CREATE TABLE moods (workspace_id uuid NOT NULL, mood text)',
      distributed('moods'),
    ]);
  });

  it('keeps what stands behind the columns', () => {
    const text = `CREATE TABLE moods (
      workspace_id uuid NOT NULL, mood text CHECK (mood <> ')'), FOREIGN KEY (workspace_id) REFERENCES workspaces (id)
    ) WITH (fillfactor = 50)`;
    expect(forCluster(text, 'tickets')).toEqual([
      `CREATE TABLE moods (workspace_id uuid NOT NULL, mood text CHECK (mood <> ')')) WITH (fillfactor = 50)`,
      distributed('moods'),
      'ALTER TABLE moods ADD FOREIGN KEY (workspace_id) REFERENCES workspaces (id)',
    ]);
  });

  it('leaves a table alone that belongs to no workspace', () => {
    const text =
      'CREATE TABLE removed (id uuid PRIMARY KEY, CONSTRAINT a FOREIGN KEY (id) REFERENCES b (id))';
    expect(forCluster(text, 'tickets')).toEqual([text]);
  });
});
