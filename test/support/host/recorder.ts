import pg from 'pg';
import type { RecordedStatement } from '../recorded-statements.js';

let recorded: RecordedStatement[] = [];
let isOn = false;
let isWatching = false;

/** Begins to write down what goes to PostgreSQL from this process; nothing is changed on its way. */
export function record(): void {
  if (!isWatching) watch();
  isWatching = true;
  isOn = true;
  recorded = [];
}

/** Ends it; what was sent. */
export function recordedStatements(): readonly RecordedStatement[] {
  isOn = false;
  return recorded;
}

function watch(): void {
  const prototype = pg.Client.prototype as unknown as { query: (...args: unknown[]) => unknown };
  const original = prototype.query;
  prototype.query = function watched(this: unknown, ...args: unknown[]): unknown {
    if (isOn) note(args);
    return original.apply(this, args);
  };
}

function note([first, second]: unknown[]): void {
  const config = typeof first === 'string' ? { text: first } : (first as Partial<RecordedStatement>);
  const values = config.values ?? (Array.isArray(second) ? (second as unknown[]) : []);
  if (typeof config.text === 'string') recorded.push({ name: config.name, text: config.text, values });
}
