import type { INestApplicationContext } from '@nestjs/common';
import { Counter, Gauge, type Registry } from 'prom-client';
import { DataSource } from 'typeorm';
import { poolOf } from './database/pg-internals.js';
import { Replica } from './database/replica.js';
import { showGauge } from './metrics/process-metrics.js';
import { FailedWork } from './queue/failed-work.js';
import { AccessVersion } from './tenancy/access-version.js';
import { LastingAnswers } from './transfers/lasting-answers.js';

/** Shows the connections to each server of PostgreSQL, the background work that failed by itself, and the open streams of events. */
export function showPlatform(registry: Registry, app: INestApplicationContext): void {
  showDatabase(registry, app);
  showFailedWork(registry, app.get(FailedWork));
  const streams = { name: 'support_desk_event_streams', help: 'Streams of events that are open.' };
  showGauge(registry, streams, () => app.get(LastingAnswers).count);
}

function showDatabase(registry: Registry, app: INestApplicationContext): void {
  const version = app.get(AccessVersion);
  const replica = app.get<Replica | null>(Replica);
  const pools = { primary: poolOf(app.get(DataSource)), ...(replica && { standby: replica.connections }) };
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
  showGauge(registry, { ...reachable, aggregator: 'min' }, () => Number(version.isKnown));
  if (replica === null) return;
  const inUse = {
    name: 'support_desk_standby_in_use',
    help: 'Whether reads go to the standby (1), or to the primary because the standby is away or not synchronous (0).',
  };
  showGauge(registry, { ...inUse, aggregator: 'min' }, () => Number(replica.pool !== null));
}

function showFailedWork(registry: Registry, failedWork: FailedWork): void {
  new Counter({
    name: 'support_desk_work_failed_total',
    help: 'Events, deliveries, mails and old rows that failed by themselves in this process; the log names each one by this code.',
    labelNames: ['code'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [code, count] of failedWork.counted) this.inc({ code }, count);
    },
  });
}
