import { shardedFunctions } from '../../../src/app/schema/migrations.js';
import { ON_COORDINATOR } from '../../../src/platform/database/citus/distribution.js';
import {
  allNodes,
  isNode,
  nodesOf,
  numberOf,
  StatementReader,
  type TreeNode,
  type TreeValue,
} from './parse-tree.js';
import { COMMANDS, entriesOf, isOfQuery, NamedWorkspaces, Query, type Keys } from './queries.js';

/** PostgreSQL says of a function that it is immutable, stable or volatile. */
type Volatility = 'i' | 's' | 'v';

interface Called {
  readonly name: string;
  readonly volatility: Volatility;
  /** Whether a migration of ours has made it. */
  readonly isOurs: boolean;
}

const onShards = new Set(shardedFunctions.map(({ name }) => name));

/** What the rules ask of the database. */
interface Catalogue {
  readonly keys: Keys;
  /** The tables that lie on several servers. */
  readonly distributed: ReadonlySet<number>;
  readonly functions: ReadonlyMap<number, Called>;
  /** The functions that read and write values of a type as text. */
  readonly types: ReadonlyMap<number, { readonly reads: number; readonly writes: number }>;
  readonly equals: number;
}

/**
 * Says by the rules of Citus 13 what a cluster would refuse of a statement, or would do without the walls between workspaces. Most words are
 * those of the engine (`multi_router_planner.c`).
 */
export class ClusterRules {
  private constructor(
    private readonly reader: StatementReader,
    private readonly catalogue: Catalogue,
  ) {}

  static async open(url: string): Promise<ClusterRules> {
    const reader = await StatementReader.open(url);
    return new ClusterRules(reader, await catalogueOf(reader));
  }

  close(): Promise<void> {
    return this.reader.close();
  }

  /** The names of tables of workspaces that a text of SQL names outside of quotation marks. */
  tablesNamedIn(text: string): string[] {
    const names = [...this.catalogue.keys.values()].map(({ name }) => name).join('|');
    const uses = new RegExp(
      `\\b(?:FROM|JOIN|INTO|UPDATE|USING)\\s+(?:ONLY\\s+)?(?:public\\.)?(${names})\\b`,
      'g',
    );
    return [...text.replace(/'[^']*'/g, "''").matchAll(uses)].map(([, name = '']) => name);
  }

  /**
   * @param parameter has the workspace: 1 in statements that are written by hand
   * @returns a few words for each rule that the statement breaks
   */
  async refusalsOf(text: string, parameter = 1): Promise<string[]> {
    const tree = await this.reader.treeOf(text);
    const queries = Query.allIn(tree);
    const { keys, equals } = this.catalogue;
    const { unnamed } = new NamedWorkspaces(queries, keys, { equals, parameter });
    const refusals = [
      ...unnamed.map((table) => `${table} is touched without its workspace`),
      ...this.callsWithoutShards(tree),
      ...queries.flatMap((query) => this.refusalsOfWrite(query)),
    ];
    return [...new Set(refusals)];
  }

  private refusalsOfWrite(query: Query): string[] {
    if (!this.catalogue.distributed.has(numberOf(query.written?.fields['relid']))) return [];
    return query.command === COMMANDS.insert ? this.refusalsOfInsert(query) : this.refusalsOfChange(query);
  }

  /** A function that reads or writes rows runs where Citus sends its caller, and cannot ask a distributed table there. */
  private callsWithoutShards(node: TreeNode): string[] {
    const called = [...allNodes(node)].flatMap((one) => this.calledBy(one));
    return called
      .filter(({ name, volatility, isOurs }) => isOurs && volatility !== 'i' && !onShards.has(name))
      .map(({ name }) => `${name}() has no form for shards`);
  }

  private refusalsOfInsert(query: Query): string[] {
    const { addsValues, node } = query;
    const { onConflict: conflict, returningList: returned, targetList: added } = node.fields;
    const copies = !isNode(conflict) && nodesOf(returned).length === 0 && this.addsMadeRows(query);
    return broken({
      'a stable function in ON CONFLICT': this.calls(conflict, 'sv'),
      'CASE value WHEN in ON CONFLICT': some(conflict, testsValue),
      'a sub-select in RETURNING of an INSERT': some(returned, isSubselect),
      'a stable function in RETURNING': addsValues && this.calls(returned, 'sv'),
      'a sub-select in VALUES': addsValues && some(added, isSubselect),
      'an INSERT of a SELECT without RETURNING, which is copied past row-level security': copies,
    });
  }

  /** Whether it adds rows of a SELECT that gives them their workspace. Rows that have it in their own table stay on its server. */
  private addsMadeRows(query: Query): boolean {
    const key = this.catalogue.keys.get(numberOf(query.written?.fields['relid']))?.column;
    const [added] = entriesOf(query.node.fields['targetList']).filter(
      ({ fields }) => numberOf(fields['resno']) === key,
    );
    const value = added?.fields['expr'];
    const source = isNode(value) && value.kind === 'VAR' ? query.sourceOf(value) : null;
    const made = source?.query.queriesOf(source.entry) ?? [];
    return made.some((one) => one.valueOf(source?.column ?? 0)?.kind !== 'VAR');
  }

  private refusalsOfChange(query: Query): string[] {
    const { fields } = query.node;
    const set = query.command === COMMANDS.update ? entriesOf(fields['targetList']) : [];
    const where = nodesOf(fields['jointree']);
    const changed = [...set, ...where];
    return broken({
      'a volatile function in UPDATE': this.calls(set, 'v'),
      'a volatile function in the WHERE of a write': this.calls(where, 'v'),
      'a stable function over columns in a write': this.callsOverColumns(query, changed),
      'a stable function in CASE or COALESCE in a write': this.hidesCall(query, changed),
      'CASE value WHEN in a write': [...allNodes(query.node)].some(testsValue),
      'a stable function in RETURNING': this.calls(fields['returningList'], 'sv'),
    });
  }

  private calls(value: TreeValue | undefined, volatilities: string): boolean {
    return some(value, (node) =>
      this.calledBy(node).some(({ volatility }) => volatilities.includes(volatility)),
    );
  }

  private callsOverColumns(query: Query, value: TreeValue): boolean {
    return some(
      value,
      (node) =>
        this.calledBy(node).some(({ volatility }) => volatility === 's') &&
        query.hasColumns(Object.values(node.fields)),
    );
  }

  /** In a part of WITH, Citus works a CASE of parameters alone out before it looks. */
  private hidesCall(query: Query, value: TreeValue): boolean {
    return some(
      value,
      (node) =>
        (node.kind.startsWith('COALESCE') ||
          (node.kind.startsWith('CASE') && (query.parent === null || query.hasColumns(node)))) &&
        this.calls(node, 'sv'),
    );
  }

  /** The functions that a node calls itself. */
  private calledBy({ kind, fields }: TreeNode): Called[] {
    const { functions, types } = this.catalogue;
    if (kind === 'SQLVALUEFUNCTION') return [{ name: 'a clock', volatility: 's', isOurs: false }];
    const ids = ['funcid', 'opfuncid', 'aggfnoid', 'winfnoid'].map((name) => numberOf(fields[name]));
    if (kind === 'COERCEVIAIO') {
      const from = isNode(fields['arg']) ? typeOf(fields['arg']) : 0;
      ids.push(types.get(from)?.writes ?? 0, types.get(numberOf(fields['resulttype']))?.reads ?? 0);
    }
    return ids.flatMap((id) => functions.get(id) ?? []);
  }
}

/** The names of the rules that are broken. */
const broken = (rules: Readonly<Record<string, boolean>>): string[] =>
  Object.entries(rules).flatMap(([words, isBroken]) => (isBroken ? [words] : []));

const some = (value: TreeValue | undefined, is: (node: TreeNode) => boolean): boolean =>
  [...allNodes(value, isOfQuery)].some(is);

/** Citus sends the value of such a CASE without its type: "operator does not exist: text = boolean". */
const testsValue = ({ kind, fields }: TreeNode): boolean => kind.startsWith('CASE') && isNode(fields['arg']);

const isSubselect = ({ kind }: TreeNode): boolean => kind === 'SUBLINK';

function typeOf({ fields }: TreeNode): number {
  const names = [
    'vartype',
    'consttype',
    'paramtype',
    'funcresulttype',
    'opresulttype',
    'resulttype',
    'casetype',
  ];
  return numberOf(fields[names.find((name) => name in fields) ?? '']);
}

async function catalogueOf(reader: StatementReader): Promise<Catalogue> {
  const keys = await reader.ask<{ id: number; name: string; column: number }>(
    `SELECT c.oid::integer AS id, c.relname AS name, a.attnum AS column
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'workspace_id'
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v')
       AND c.relname NOT IN (${ON_COORDINATOR.map((name) => `'${name}'`).join(', ')})`,
  );
  const functions = await reader.ask<Called & { id: number }>(
    `SELECT oid::integer AS id, proname AS name, provolatile AS volatility, pronamespace = 'public'::regnamespace AS "isOurs"
     FROM pg_proc`,
  );
  const types = await reader.ask<{ id: number; reads: number; writes: number }>(
    'SELECT oid::integer AS id, typinput::oid::integer AS reads, typoutput::oid::integer AS writes FROM pg_type',
  );
  const [shared] = await reader.ask<{ id: number }>(`SELECT 'workspaces'::regclass::oid::integer AS id`);
  const [equals] = await reader.ask<{ id: number }>(
    `SELECT '=(uuid, uuid)'::regoperator::oid::integer AS id`,
  );
  return {
    keys: new Map(keys.map((one) => [one.id, one])),
    distributed: new Set([...keys.map(({ id }) => id), shared?.id ?? 0]),
    functions: new Map(functions.map((one) => [one.id, one])),
    types: new Map(types.map((one) => [one.id, one])),
    equals: equals?.id ?? 0,
  };
}
