import pg from 'pg';

export interface RecordedStatement {
  readonly name: string | undefined;
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Watches what goes to PostgreSQL in this process; nothing is changed on its way. */
export function recordStatements(): { readonly statements: RecordedStatement[]; stop(): void } {
  const statements: RecordedStatement[] = [];
  const prototype = pg.Client.prototype as unknown as { query: (...args: unknown[]) => unknown };
  const original = prototype.query;
  prototype.query = function watched(this: unknown, ...args: unknown[]): unknown {
    const [first, second] = args;
    const config = typeof first === 'string' ? { text: first } : (first as Partial<RecordedStatement>);
    const values = config.values ?? (Array.isArray(second) ? (second as unknown[]) : []);
    if (typeof config.text === 'string') statements.push({ name: config.name, text: config.text, values });
    return original.apply(this, args);
  };
  return {
    statements,
    stop: () => {
      prototype.query = original;
    },
  };
}
