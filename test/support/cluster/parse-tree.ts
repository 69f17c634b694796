import pg from 'pg';

/** A part of a statement as PostgreSQL has understood it, such as `VAR` or `OPEXPR`. */
export interface TreeNode {
  readonly kind: string;
  /** What PostgreSQL prints after each name. A value of several words is a list. */
  readonly fields: Readonly<Record<string, TreeValue>>;
}

export type TreeValue = TreeNode | string | readonly TreeValue[];

/** Has PostgreSQL read statements and print how it understands them. Nothing is run. */
export class StatementReader {
  private printed: string[] = [];

  private constructor(private readonly client: pg.Client) {
    client.on('notice', ({ message, detail }) => {
      if (message === 'parse tree:' && detail !== undefined) this.printed.push(detail);
    });
  }

  static async open(url: string): Promise<StatementReader> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(
      `SET client_min_messages = log; SET debug_pretty_print = off; SET debug_print_parse = on`,
    );
    return new StatementReader(client);
  }

  /** The tree of a statement. @throws DatabaseError when PostgreSQL does not understand it */
  async treeOf(text: string): Promise<TreeNode> {
    this.printed = [];
    try {
      await this.client.query(`PREPARE looked_at AS ${text}`);
    } catch (error) {
      throw new Error(`${String(error)}\n${text}`, { cause: error });
    }
    // The first tree is that of PREPARE itself.
    const tree = parsed(this.printed[1] ?? '');
    await this.client.query('DEALLOCATE looked_at');
    return tree;
  }

  async ask<Row extends object>(text: string): Promise<Row[]> {
    const { rows } = await this.client.query<Row>(text);
    return rows;
  }

  close(): Promise<void> {
    return this.client.end();
  }
}

/** Reads `{KIND :name value ...}`, with lists in parentheses. */
export function parsed(text: string): TreeNode {
  const tokens = text.match(/"(?:[^"\\]|\\.)*"|[{}()]|(?:[^\s{}()\\]|\\.)+/g) ?? [];
  let at = 0;

  function node(): TreeNode {
    const kind = tokens[at++] ?? '';
    const fields: Record<string, TreeValue> = {};
    while (at < tokens.length && tokens[at] !== '}') {
      const name = (tokens[at++] ?? '').slice(1);
      const values: TreeValue[] = [];
      while (at < tokens.length && tokens[at] !== '}' && !(tokens[at] ?? '').startsWith(':'))
        values.push(value());
      fields[name] = values.length === 1 ? (values[0] ?? '') : values;
    }
    at += 1;
    return { kind, fields };
  }

  function value(): TreeValue {
    const token = tokens[at++] ?? '';
    if (token === '{') return node();
    if (token !== '(') return token;
    const items: TreeValue[] = [];
    while (at < tokens.length && tokens[at] !== ')') items.push(value());
    at += 1;
    return items;
  }

  const tree = value();
  if (!isNode(tree)) throw new Error(`PostgreSQL printed no tree: ${text.slice(0, 100)}`);
  return tree;
}

export const isNode = (value: TreeValue | undefined): value is TreeNode =>
  typeof value === 'object' && 'kind' in value;

export const listOf = (value: TreeValue | undefined): readonly TreeValue[] =>
  Array.isArray(value) ? (value as readonly TreeValue[]) : [];

/** The nodes of a list; a single node is a list of one. */
export const nodesOf = (value: TreeValue | undefined): TreeNode[] =>
  isNode(value) ? [value] : listOf(value).filter(isNode);

export const numberOf = (value: TreeValue | undefined): number => Number(value);

/** Goes through a value and all nodes in it. What `enters` refuses is left out with all that is in it. */
export function* allNodes(
  value: TreeValue | undefined,
  enters: (node: TreeNode) => boolean = () => true,
): Generator<TreeNode> {
  if (value === undefined) return;
  if (isNode(value)) {
    if (!enters(value)) return;
    yield value;
    for (const inner of Object.values(value.fields)) yield* allNodes(inner, enters);
  } else if (typeof value !== 'string') for (const inner of value) yield* allNodes(inner, enters);
}
