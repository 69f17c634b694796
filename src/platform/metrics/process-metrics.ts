import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client';
import type { AnsweredRequest } from '../http/requests/request-log.js';
import { RequestMetrics } from './request-metrics.js';

/** The connections of this process to one server of PostgreSQL. */
export interface PoolUse {
  readonly server: 'primary' | 'standby';
  readonly total: number;
  readonly idle: number;
  /** Requests that wait for a free connection. */
  readonly waiting: number;
  /** The largest possible number of connections. */
  readonly size: number;
}

/** Values that are read when the metrics are collected. */
export interface MetricSources {
  poolUses(): PoolUse[];
  /** Whether reads go to the standby; undefined when there is none. */
  readsFromStandby(): boolean | undefined;
  /** Whether PostgreSQL tells the version of keys and workspaces. */
  reachesDatabase(): boolean;
  /** The events that this process has written and that have no position yet, and for how many seconds the oldest one waits. */
  waitingEvents(): WaitingCount;
  /** Mails to customers; undefined without a mail server. */
  readonly mail: (() => MailCounts) | undefined;
}

/** What waits in all workspaces, and what became of the tries of this process. */
export interface MailCounts {
  readonly waiting: WaitingCount;
  readonly results: Readonly<Record<'sent' | 'failed' | 'retried', number>>;
}

export interface WaitingCount {
  readonly count: number;
  readonly oldestSeconds: number;
}

/** The metrics of this process. */
export interface ProcessMetrics {
  readonly registry: Registry;
  readonly observe: (request: AnsweredRequest, ms: number) => void;
}

/** Starts to measure requests, connections, event loop, memory and processor. */
export function createMetrics(sources: MetricSources): ProcessMetrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  showSlowestEventLoop(registry);
  showDatabase(sources, [registry]);
  showStandby(sources, [registry]);
  showEvents(sources, [registry]);
  if (sources.mail) showMail(sources.mail, [registry]);
  return { registry, observe: new RequestMetrics(registry).observe };
}

/** With several processes, shows the largest delay instead of the mean: it says how long requests can wait. */
function showSlowestEventLoop(registry: Registry): void {
  for (const metric of registry.getMetricsAsArray()) {
    if (metric.name.startsWith('nodejs_eventloop_lag_p')) Object.assign(metric, { aggregator: 'max' });
  }
}

function showDatabase(sources: MetricSources, registers: Registry[]): void {
  new Gauge({
    name: 'support_desk_database_connections',
    help: 'Connections to PostgreSQL that are open (total) and unused (idle), and requests that wait for one (waiting).',
    labelNames: ['server', 'state'],
    registers,
    collect() {
      for (const { server, total, idle, waiting } of sources.poolUses()) {
        this.set({ server, state: 'total' }, total);
        this.set({ server, state: 'idle' }, idle);
        this.set({ server, state: 'waiting' }, waiting);
      }
    },
  });
  new Gauge({
    name: 'support_desk_database_connections_max',
    help: 'How many connections to PostgreSQL there may be.',
    labelNames: ['server'],
    registers,
    collect() {
      for (const { server, size } of sources.poolUses()) this.set({ server }, size);
    },
  });
  new Gauge({
    name: 'support_desk_database_reachable',
    help: 'Whether PostgreSQL answers (1) or not (0), as seen twice a second.',
    aggregator: 'min',
    registers,
    collect() {
      this.set(sources.reachesDatabase() ? 1 : 0);
    },
  });
}

function showStandby(sources: MetricSources, registers: Registry[]): void {
  if (sources.readsFromStandby() === undefined) return;
  new Gauge({
    name: 'support_desk_standby_in_use',
    help: 'Whether reads go to the standby (1), or to the primary because the standby is away or not synchronous (0).',
    aggregator: 'min',
    registers,
    collect() {
      this.set(sources.readsFromStandby() ? 1 : 0);
    },
  });
}

function showEvents(sources: MetricSources, registers: Registry[]): void {
  new Gauge({
    name: 'support_desk_events_waiting',
    help: 'Events that this process has written and that have no position in the feed yet.',
    registers,
    collect() {
      this.set(sources.waitingEvents().count);
    },
  });
  new Gauge({
    name: 'support_desk_events_oldest_waiting_seconds',
    help: 'How long the oldest of them has waited; 0 when none waits.',
    aggregator: 'max',
    registers,
    collect() {
      this.set(sources.waitingEvents().oldestSeconds);
    },
  });
}

function showMail(mail: () => MailCounts, registers: Registry[]): void {
  new Gauge({
    name: 'support_desk_mails_waiting',
    help: 'Mails to customers that are still to be sent, in all workspaces, as counted within the last minute.',
    aggregator: 'max',
    registers,
    collect() {
      this.set(mail().waiting.count);
    },
  });
  new Gauge({
    name: 'support_desk_mails_oldest_waiting_seconds',
    help: 'How long the oldest of them has waited; 0 when none waits.',
    aggregator: 'max',
    registers,
    collect() {
      this.set(mail().waiting.oldestSeconds);
    },
  });
  new Counter({
    name: 'support_desk_mails_total',
    help: 'Tries of this process to send a mail: the server took it (sent), it is not tried any more (failed), or later again (retried).',
    labelNames: ['result'],
    registers,
    collect() {
      this.reset();
      for (const [result, count] of Object.entries(mail().results)) this.inc({ result }, count);
    },
  });
}
