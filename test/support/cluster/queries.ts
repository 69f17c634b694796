import { allNodes, isNode, listOf, nodesOf, numberOf, type TreeNode, type TreeValue } from './parse-tree.js';

/** What a query does, as PostgreSQL numbers it. */
export const COMMANDS = { select: 1, update: 2, insert: 3 } as const;

/** Kinds of what a query reads. */
export const READS = { table: 0, query: 1, join: 2, rows: 5, part: 6 } as const;

/** A query of a statement: the statement itself, a part of WITH, or a sub-select. */
export class Query {
  readonly command: number;
  /** What it reads and writes. Columns name these by numbers from 1 on. */
  readonly read: readonly TreeNode[];

  private constructor(
    readonly node: TreeNode,
    readonly parent: Query | null,
    private readonly all: Map<TreeNode, Query>,
  ) {
    this.command = numberOf(node.fields['commandType']);
    this.read = nodesOf(node.fields['rtable']);
  }

  /** Lists a statement and all queries in it. */
  static allIn(statement: TreeNode): Query[] {
    const all = new Map<TreeNode, Query>();
    const add = (value: TreeValue, parent: Query | null): void => {
      if (typeof value === 'string') return;
      const isQuery = isNode(value) && value.kind === 'QUERY';
      const of = isQuery ? new Query(value, parent, all) : parent;
      if (isQuery && of !== null) all.set(value, of);
      for (const one of isNode(value) ? Object.values(value.fields) : value) add(one, of);
    };
    add(statement, null);
    return [...all.values()];
  }

  /** The entry of `read` that it writes. */
  get written(): TreeNode | undefined {
    return this.read[numberOf(this.node.fields['resultRelation']) - 1];
  }

  /** Whether it adds rows of VALUES, and not those of a SELECT. */
  get addsValues(): boolean {
    return this.command === COMMANDS.insert && !this.read.some((one) => kindOf(one) === READS.query);
  }

  /** Finds what a column is of: an entry of this query or of an outer one. */
  sourceOf({
    fields,
  }: TreeNode): { readonly query: Query; readonly entry: TreeNode; readonly column: number } | null {
    const query = this.outer(numberOf(fields['varlevelsup']));
    const entry = query?.read[numberOf(fields['varno']) - 1];
    return query && entry ? { query, entry, column: numberOf(fields['varattno']) } : null;
  }

  /** Lists the queries whose rows an entry has. */
  queriesOf({ fields }: TreeNode): Query[] {
    const isPart = numberOf(fields['rtekind']) === READS.part;
    const node = isPart ? this.partOf(fields)?.fields['ctequery'] : fields['subquery'];
    const query = isNode(node) ? this.all.get(node) : undefined;
    if (!query || !isNode(query.node.fields['setOperations'])) return query ? [query] : [];
    return query.read.flatMap((one) => query.queriesOf(one));
  }

  /** The value of a column of its rows. */
  valueOf(column: number): TreeNode | undefined {
    const list = this.command === COMMANDS.select ? 'targetList' : 'returningList';
    const value = entriesOf(this.node.fields[list])[column - 1]?.fields['expr'];
    return isNode(value) ? value : undefined;
  }

  /** Whether a value hangs on rows. It does not when it comes from a part without columns that is put in place of its name. */
  hasColumns(value: TreeValue | undefined): boolean {
    return [...allNodes(value, isOfQuery)].some((node) => node.kind === 'VAR' && this.isColumn(node));
  }

  private isColumn(node: TreeNode): boolean {
    const { query, entry, column } = this.sourceOf(node) ?? {};
    if (!query || !entry) return true;
    const isKept = numberOf(query.partOf(entry.fields)?.fields['ctematerialized'] ?? '0') === KEPT;
    const [made, ...others] = query.queriesOf(entry);
    return isKept || !made || others.length > 0 || made.hasColumns(made.valueOf(column ?? 0));
  }

  /** The part of WITH that an entry names. */
  private partOf({ ctename, ctelevelsup }: TreeNode['fields']): TreeNode | undefined {
    const parts = nodesOf(this.outer(numberOf(ctelevelsup ?? '0'))?.node.fields['cteList']);
    return parts.find(({ fields }) => ctename !== undefined && fields['ctename'] === ctename);
  }

  private outer(levels: number): Query | null {
    return levels > 0 ? (this.parent?.outer(levels - 1) ?? null) : this;
  }
}

/** A part of WITH that says MATERIALIZED. */
const KEPT = 1;

export const kindOf = ({ fields }: TreeNode): number => numberOf(fields['rtekind']);

/** Citus does not look into sub-selects where it looks at functions. */
export const isOfQuery = ({ kind }: TreeNode): boolean => kind !== 'QUERY';

/** The entries of a list that were asked for. */
export const entriesOf = (list: TreeValue | undefined): TreeNode[] =>
  nodesOf(list).filter(({ fields }) => fields['resjunk'] !== 'true');

/** The number of the column with the workspace, by the id of the table. */
export type Keys = ReadonlyMap<number, { readonly name: string; readonly column: number }>;

/** Tells of which tables a statement names the workspace by a parameter. Citus sends it to the server of that workspace. */
export class NamedWorkspaces {
  private readonly named = new Set<TreeNode>();

  constructor(
    private readonly queries: readonly Query[],
    private readonly keys: Keys,
    private readonly by: { readonly equals: number; readonly parameter: number },
  ) {
    // What an inner query says may hang on what an outer one says, and the other way round.
    for (let before = -1; before < this.named.size;) {
      before = this.named.size;
      for (const query of queries) this.look(query);
    }
  }

  /** The names of tables that the statement reads or writes without their workspace. */
  get unnamed(): string[] {
    return this.queries.flatMap(({ node, read }) => {
      const [conflict] = nodesOf(node.fields['onConflict']);
      // The row itself of an INSERT has the name `excluded`.
      const excluded = read[numberOf(conflict?.fields['exclRelIndex']) - 1];
      return read.flatMap((entry) =>
        entry === excluded || this.named.has(entry) ? [] : (this.keyOf(entry)?.name ?? []),
      );
    });
  }

  private keyOf(entry: TreeNode): { readonly name: string; readonly column: number } | undefined {
    return kindOf(entry) === READS.table ? this.keys.get(numberOf(entry.fields['relid'])) : undefined;
  }

  private look(query: Query): void {
    for (const [one, other] of conditionsOf(query.node.fields['jointree']).flatMap((each) =>
      this.equalitiesIn(each),
    )) {
      if (this.isWorkspace(query, one)) this.note(query, other);
      if (this.isWorkspace(query, other)) this.note(query, one);
    }
    const { written } = query;
    const key = query.command === COMMANDS.insert && written ? this.keyOf(written) : undefined;
    const added = entriesOf(query.node.fields['targetList']).find(
      ({ fields }) => numberOf(fields['resno']) === key?.column,
    );
    if (written && this.isWorkspace(query, added?.fields['expr'], true)) this.named.add(written);
  }

  private equalitiesIn({ kind, fields }: TreeNode): (TreeNode | undefined)[][] {
    const args = nodesOf(fields['args']);
    if (kind === 'BOOLEXPR' && fields['boolop'] === 'and')
      return args.flatMap((one) => this.equalitiesIn(one));
    return kind === 'OPEXPR' && numberOf(fields['opno']) === this.by.equals ? [args] : [];
  }

  /** Notes the table of the query itself whose workspace a column is. */
  private note(query: Query, column: TreeNode | undefined): void {
    const source = column?.kind === 'VAR' ? query.sourceOf(column) : null;
    if (source?.query === query && this.keyOf(source.entry)?.column === source.column)
      this.named.add(source.entry);
  }

  /** @param mayBeAny whether another parameter will do: each row of VALUES has its own */
  private isWorkspace(query: Query, value: TreeValue | undefined, mayBeAny = false): boolean {
    if (!isNode(value)) return false;
    if (value.kind === 'PARAM') return mayBeAny || numberOf(value.fields['paramid']) === this.by.parameter;
    const source = value.kind === 'VAR' ? query.sourceOf(value) : null;
    if (!source) return false;
    const { entry, column } = source;
    const rows = listOf(entry.fields['values_lists']);
    if (kindOf(entry) === READS.rows)
      return rows.every((row) => this.isWorkspace(query, listOf(row)[column - 1], mayBeAny));
    if (kindOf(entry) === READS.join)
      return this.isWorkspace(source.query, listOf(entry.fields['joinaliasvars'])[column - 1]);
    if (kindOf(entry) === READS.table) return this.keyOf(entry)?.column === column && this.named.has(entry);
    const made = source.query.queriesOf(entry);
    return made.length > 0 && made.every((one) => this.isWorkspace(one, one.valueOf(column), mayBeAny));
  }
}

/** The conditions of WHERE, and of all joins. */
function conditionsOf(value: TreeValue | undefined): TreeNode[] {
  return nodesOf(value).flatMap(({ fields }) => [
    ...nodesOf(fields['quals']),
    ...['fromlist', 'larg', 'rarg'].flatMap((name) => conditionsOf(fields[name])),
  ]);
}
