import type { Pool } from 'pg';
import { collectDefaultMetrics, Counter, Gauge, Registry, type GaugeConfiguration } from 'prom-client';
import { RequestMetrics } from './request-metrics.js';

interface MetricSources {
  /** This process has these connections to each server of PostgreSQL. */
  readonly pools: Readonly<Partial<Record<'primary' | 'standby', Pool>>>;
  readonly readsFromStandby: () => boolean;
  /** Tells whether PostgreSQL answers with the version of keys and workspaces. */
  readonly reachesDatabase: () => boolean;
  /** This process has written these events, and they have no position yet. */
  readonly waitingEvents: () => WaitingCount;
  /** Counts the background work that failed by itself, by its code in the log. */
  readonly failedWork: () => ReadonlyMap<string, number>;
  /** Mails to customers; undefined without a mail server. */
  readonly mail: MailCounts | undefined;
}

/** The mails that wait in all workspaces, and the results of the tries of this process. */
interface MailCounts {
  readonly queue: { readonly waiting: WaitingCount };
  readonly results: Readonly<Record<'sent' | 'failed' | 'retried', number>>;
}

interface WaitingCount {
  readonly count: number;
  readonly oldestSeconds: number;
}

export interface ProcessMetrics extends Pick<RequestMetrics, 'observe'> {
  readonly registry: Registry;
}

/** Starts to measure requests, connections, event loop, memory and processor. */
export function createMetrics(sources: MetricSources): ProcessMetrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  showSlowestEventLoop(registry);
  showDatabase(sources, registry);
  showEvents(sources, registry);
  showFailedWork(sources, registry);
  if (sources.mail) showMail(sources.mail, registry);
  return { registry, observe: new RequestMetrics(registry).observe };
}

/** Shows a number that is read when the metrics are collected. `aggregator` joins those of several workers; the default is the sum. */
export function showGauge(
  registry: Registry,
  description: Pick<GaugeConfiguration<string>, 'name' | 'help' | 'aggregator'>,
  read: () => number,
): void {
  new Gauge({
    ...description,
    registers: [registry],
    collect() {
      this.set(read());
    },
  });
}

/** With several processes, shows the largest delay instead of the mean: it says how long requests can wait. */
function showSlowestEventLoop(registry: Registry): void {
  for (const metric of registry.getMetricsAsArray()) {
    if (metric.name.startsWith('nodejs_eventloop_lag_p')) Object.assign(metric, { aggregator: 'max' });
  }
}

function showDatabase({ pools, readsFromStandby, reachesDatabase }: MetricSources, registry: Registry): void {
  new Gauge({
    name: 'support_desk_database_connections',
    help: 'Connections to PostgreSQL that are open (total) and unused (idle), and requests that wait for one (waiting).',
    labelNames: ['server', 'state'],
    registers: [registry],
    collect() {
      for (const [server, pool] of Object.entries(pools)) {
        this.set({ server, state: 'total' }, pool.totalCount);
        this.set({ server, state: 'idle' }, pool.idleCount);
        this.set({ server, state: 'waiting' }, pool.waitingCount);
      }
    },
  });
  new Gauge({
    name: 'support_desk_database_connections_max',
    help: 'How many connections to PostgreSQL there may be.',
    labelNames: ['server'],
    registers: [registry],
    collect() {
      for (const [server, pool] of Object.entries(pools)) this.set({ server }, pool.options.max);
    },
  });
  const reachable = {
    name: 'support_desk_database_reachable',
    help: 'Whether PostgreSQL answers (1) or not (0), as seen twice a second.',
  };
  showGauge(registry, { ...reachable, aggregator: 'min' }, () => Number(reachesDatabase()));
  if (!pools.standby) return;
  const inUse = {
    name: 'support_desk_standby_in_use',
    help: 'Whether reads go to the standby (1), or to the primary because the standby is away or not synchronous (0).',
  };
  showGauge(registry, { ...inUse, aggregator: 'min' }, () => Number(readsFromStandby()));
}

function showEvents({ waitingEvents }: MetricSources, registry: Registry): void {
  const waiting = {
    name: 'support_desk_events_waiting',
    help: 'Events that this process has written and that have no position in the feed yet.',
  };
  showGauge(registry, waiting, () => waitingEvents().count);
  const oldest = {
    name: 'support_desk_events_oldest_waiting_seconds',
    help: 'How long the oldest of them has waited; 0 when none waits.',
  };
  showGauge(registry, { ...oldest, aggregator: 'max' }, () => waitingEvents().oldestSeconds);
}

function showFailedWork({ failedWork }: MetricSources, registry: Registry): void {
  new Counter({
    name: 'support_desk_work_failed_total',
    help: 'Events, deliveries, mails and old rows that failed by themselves in this process; the log names each one by this code.',
    labelNames: ['code'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [code, count] of failedWork()) this.inc({ code }, count);
    },
  });
}

function showMail({ queue, results }: MailCounts, registry: Registry): void {
  const waiting = {
    name: 'support_desk_mails_waiting',
    help: 'Mails to customers that are still to be sent, in all workspaces, as counted within the last minute.',
  };
  showGauge(registry, { ...waiting, aggregator: 'max' }, () => queue.waiting.count);
  const oldest = {
    name: 'support_desk_mails_oldest_waiting_seconds',
    help: 'How long the oldest of them has waited; 0 when none waits.',
  };
  showGauge(registry, { ...oldest, aggregator: 'max' }, () => queue.waiting.oldestSeconds);
  new Counter({
    name: 'support_desk_mails_total',
    help: 'Tries of this process to send a mail: the server took it (sent), it is not tried any more (failed), or later again (retried).',
    labelNames: ['result'],
    registers: [registry],
    collect() {
      this.reset();
      for (const result of ['sent', 'failed', 'retried'] as const) this.inc({ result }, results[result]);
    },
  });
}
