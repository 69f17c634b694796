import pg from 'pg';

/** A node of a plan, as EXPLAIN (FORMAT JSON) shows it. */
interface Node {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly 'Join Filter'?: string;
  readonly 'Group Key'?: readonly string[];
  readonly 'CTE Name'?: string;
  readonly 'Subplan Name'?: string;
  readonly 'Parent Relationship'?: string;
  readonly Plans?: readonly Node[];
}

/** A workspace has few rows of these, however large it is. */
const FEW = new Set(
  `api_keys event_readers event_streams forms form_fields groups report_generations search_states team_members
   team_member_groups ticket_fields ticket_field_options ticket_statuses vocabulary_versions webhooks workspaces`.split(
    /\s+/,
  ),
);

/** Finds in plans the loops that compare each of many rows with each of many others. */
export class LoopsOfPlans {
  private constructor(
    private readonly client: pg.Client,
    /** The columns of each unique index. */
    private readonly unique: ReadonlyMap<string, readonly string[]>,
  ) {}

  /** Connects as the service does. */
  static async open(serviceUrl: string, workspaceId: string): Promise<LoopsOfPlans> {
    const options =
      '-c jit=off -c random_page_cost=1.1 -c plan_cache_mode=force_generic_plan -c enable_seqscan=off';
    const client = new pg.Client({ connectionString: serviceUrl, options });
    await client.connect();
    await client.query(`SELECT set_config('app.workspace_id', $1, false)`, [workspaceId]);
    const { rows } = await client.query<{ name: string; columns: string[] }>(
      `SELECT c.relname AS name, array_agg(a.attname::text) AS columns
       FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
       JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey[0:i.indnkeyatts - 1])
       WHERE i.indisunique AND i.indexprs IS NULL GROUP BY c.relname`,
    );
    return new LoopsOfPlans(client, new Map(rows.map(({ name, columns }) => [name, columns])));
  }

  close(): Promise<void> {
    return this.client.end();
  }

  /** The conditions of such loops in the plan of a text for any values. */
  async of(text: string): Promise<string[]> {
    await this.client.query(`PREPARE looked_at AS ${text}`);
    try {
      const { rows } = await this.client.query<{ count: number }>(
        `SELECT cardinality(parameter_types) AS count FROM pg_prepared_statements WHERE name = 'looked_at'`,
      );
      const values = Array.from({ length: rows[0]?.count ?? 0 }, () => 'NULL').join(', ');
      const explained = await this.client.query<{ 'QUERY PLAN': readonly { readonly Plan: Node }[] }>(
        `EXPLAIN (FORMAT JSON) EXECUTE looked_at ${values && `(${values})`}`,
      );
      return explained.rows.flatMap((row) => row['QUERY PLAN']).flatMap(({ Plan }) => this.loopsIn(Plan));
    } finally {
      await this.client.query('DEALLOCATE looked_at');
    }
  }

  private loopsIn(plan: Node): string[] {
    const nodes = nodesOf(plan);
    const parts = new Map(nodes.map((node) => [node['Subplan Name']?.replace(/^CTE /, ''), node]));
    return nodes
      .filter((node) => node['Node Type'] === 'Nested Loop' && node['Join Filter'] !== undefined)
      .filter((node) => joinedBy(node).every((side) => this.isLong(side, parts)))
      .map((node) => node['Join Filter'] ?? '');
  }

  /** Whether a node may give many rows for one run: those of a workspace or of a list of values. */
  private isLong(node: Node, parts: ReadonlyMap<string | undefined, Node>): boolean {
    const { 'Node Type': type, 'Relation Name': table, 'CTE Name': part } = node;
    if (part !== undefined) {
      const found = parts.get(part);
      return found === undefined || this.isLong(found, parts);
    }
    if (type === 'Aggregate' && node['Group Key'] === undefined) return false;
    if (table !== undefined && type !== 'ModifyTable') return !FEW.has(table) && !this.isOne(node);
    return type === 'Function Scan' || joinedBy(node).some((below) => this.isLong(below, parts));
  }

  /** Whether a scan finds at most one row, by all columns of a unique index. */
  private isOne({ 'Index Name': index = '', 'Index Cond': condition = '' }: Node): boolean {
    const columns = this.unique.get(index);
    return (
      columns?.every((column) => new RegExp(String.raw`\b${column}"? = (?!ANY)`).test(condition)) ?? false
    );
  }
}

const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** The nodes that a node takes its rows from. */
const joinedBy = (node: Node): Node[] =>
  (node.Plans ?? []).filter((below) => !/^(?:InitPlan|SubPlan)$/.test(below['Parent Relationship'] ?? ''));
