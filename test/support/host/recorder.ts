import { AsyncLocalStorage } from 'node:async_hooks';
import http, { type ServerResponse } from 'node:http';
import pg from 'pg';
import type { RecordedStatement } from '../recorded-statements.js';

let recorded: RecordedStatement[] = [];
let isOn = false;
let isWatching = false;

/** The answer to which a statement contributes; none for what happens in the background. */
const answering = new AsyncLocalStorage<ServerResponse>();

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
  const client = pg.Client.prototype as unknown as { query: (...args: unknown[]) => unknown };
  const { query } = client;
  client.query = function watched(this: unknown, ...args: unknown[]): unknown {
    if (isOn) note(args);
    return query.apply(this, args);
  };
  const server = http.Server.prototype as unknown as { emit: (...args: unknown[]) => boolean };
  const { emit } = server;
  server.emit = function watched(this: unknown, ...args: unknown[]): boolean {
    const [name, , response] = args;
    if (name !== 'request') return emit.apply(this, args);
    return answering.run(response as ServerResponse, () => emit.apply(this, args));
  };
}

function note([first, second]: unknown[]): void {
  const config = typeof first === 'string' ? { text: first } : (first as Partial<RecordedStatement>);
  const values = config.values ?? (Array.isArray(second) ? (second as unknown[]) : []);
  const isForAnswer = answering.getStore()?.writableFinished === false;
  if (typeof config.text === 'string')
    recorded.push({ name: config.name, text: config.text, values, isForAnswer });
}
