/** The parts of a trigger's body that differ between one server and shards. */
export interface TriggerForm {
  /** The rows of the trigger, as the statements of `run` name them. */
  readonly NEW: string;
  readonly OLD: string;
  /** Names a table of workspaces, or `workspaces`, in a statement of `run`. */
  readonly table: (name: string) => string;
  /** Runs a statement on tables of workspaces, beside the row that has changed. */
  readonly run: (statement: string) => string;
  /** Runs a statement on one table of the workspace that is the trigger's old row. */
  readonly ofWorkspace: (table: string, statement: (rows: string, OLD: string) => string) => string;
  /** Runs a statement on tables that belong to no workspace. They are on the coordinator of a cluster only. */
  readonly onCoordinator: (statement: string) => string;
}

/** One server runs triggers in this form, and so does the coordinator for its own tables. */
const PLAIN: TriggerForm = {
  NEW: 'NEW',
  OLD: 'OLD',
  table: (name) => name,
  run: (statement) => `${statement};`,
  ofWorkspace: (table, statement) => `${statement(table, 'OLD')};`,
  onCoordinator: (statement) => `${statement};`,
};

const put = (value: string): string => `$statement$ || ${value} || $statement$`;

/**
 * On a worker a table's own name leads through Citus, which plans each statement anew and does not let it use transition tables. So
 * statements name the shards beside the one that has changed. They see no variables: the rows go along as values.
 */
const BESIDE_SHARDS: TriggerForm = {
  NEW: '($1)',
  OLD: '($2)',
  table: (name) => put(`shard_beside('${name}', TG_TABLE_NAME)`),
  run: (statement) => `EXECUTE $statement$${statement}$statement$ USING NEW, OLD;`,
  // Every server has a row of each workspace, and only one of them has the workspace's shards.
  ofWorkspace: (table, statement) => {
    const shard = `shard_of_workspace('${table}', OLD.id)`;
    const done = BESIDE_SHARDS.run(statement(put(shard), BESIDE_SHARDS.OLD));
    return `IF ${shard} IS NOT NULL THEN ${done} END IF;`;
  },
  onCoordinator: (statement) => `IF (SELECT groupid FROM pg_dist_local_group) = 0 THEN ${statement}; END IF;`,
};

interface TriggerOptions {
  readonly declared?: string;
  /** Triggers that run before a row is written return it. */
  readonly returned?: 'NULL' | 'NEW';
}

/** A function in a form for one server and one for the shards of a cluster. */
export class ShardedFunction {
  /** Makes the function on one server. */
  readonly statement: string;
  /** Replaces it there. */
  readonly onOne: string;
  /** Replaces it by the form for shards. */
  readonly onShards: string;
  /** The text between the quotes of `onShards`, which PostgreSQL keeps. */
  readonly sourceOnShards: string;

  constructor(
    readonly name: string,
    signature: string,
    bodies: { readonly onOne: string; readonly onShards: string },
  ) {
    this.statement = `CREATE ${signature} $$${bodies.onOne}$$`;
    this.onOne = `CREATE OR REPLACE ${signature} $$${bodies.onOne}$$`;
    this.sourceOnShards = bodies.onShards;
    this.onShards = `CREATE OR REPLACE ${signature} $$${bodies.onShards}$$`;
  }
}

/** A function for triggers. */
export class TriggerFunction extends ShardedFunction {
  constructor(
    name: string,
    body: (form: TriggerForm) => string,
    { declared, returned = 'NULL' }: TriggerOptions = {},
  ) {
    const source = (form: TriggerForm): string => `
  ${declared === undefined ? '' : `DECLARE ${declared}`}
  BEGIN
    ${body(form).trim()}
    RETURN ${returned};
  END `;
    const signature = `FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS`;
    super(name, signature, { onOne: source(PLAIN), onShards: source(BESIDE_SHARDS) });
  }
}
