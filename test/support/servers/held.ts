import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Server } from 'node:http';
import { RequestLimits } from '../../../src/auth/request-limits.js';
import { EventListenersService } from '../../../src/events/feed/event-listeners.service.js';
import { InboundMailReader } from '../../../src/mail-in/reading/inbound-mail-reader.js';
import { AnswerBudget } from '../../../src/platform/http/answers/answer-budget.js';
import { TenantDatabase } from '../../../src/platform/tenancy/tenant-database.js';
import { LastingAnswers } from '../../../src/platform/transfers/lasting-answers.js';
import { Transfers } from '../../../src/platform/transfers/transfers.js';
import { HtmlCleanerService } from '../../../src/tickets/write/html-cleaner.service.js';

/** What requests hold now, by the name of a counter, without those that are 0. */
export type Held = Readonly<Record<string, number>>;

/** Reads a field of a class, and of what is in it, although it belongs to the class alone. */
const fieldOf = (owner: object, ...names: readonly string[]): unknown =>
  names.reduce<unknown>((value, name) => Reflect.get(value as object, name), owner);
const sizeIn = (owner: object, ...names: readonly string[]): number =>
  (fieldOf(owner, ...names) as ReadonlyMap<unknown, unknown>).size;
const numberIn = (owner: object, ...names: readonly string[]): number => fieldOf(owner, ...names) as number;

const places = (name: string, owner: object, field: string): Held => ({
  [`${name}: taken`]: sizeIn(owner, field, 'taken'),
  [`${name}: waiting`]: sizeIn(owner, field, 'lines'),
});
const bytes = (name: string, owner: object, field: string): Held => ({
  [`${name}: bytes`]: numberIn(owner, field, 'used'),
  [`${name}: workspaces`]: sizeIn(owner, field, 'usedBy'),
  [`${name}: waiting`]: sizeIn(owner, field, 'waiting'),
});
const shares = (name: string, owner: object, ...fields: readonly string[]): Held => ({
  [`${name}: taken`]: numberIn(owner, ...fields, 'taken'),
  [`${name}: waiting`]: sizeIn(owner, ...fields, 'queue'),
});

/** Reads every counter of an application that a request moves: all of them are 0 when none is under way. */
export async function heldBy(app: NestExpressApplication): Promise<Held> {
  const budget = app.get(AnswerBudget);
  const database = app.get(TenantDatabase);
  const pools = [...(fieldOf(database, 'shares') as ReadonlyMap<unknown, object>).values()];
  const lanes = [...((fieldOf(database, 'lanes') ?? new Map()) as ReadonlyMap<unknown, object>).values()];
  const all = [
    places('requests of keys', app.get(RequestLimits), 'running'),
    places('transfers', app.get(Transfers), 'places'),
    places('streams', app.get(LastingAnswers), 'places'),
    { 'streams: open': app.get(LastingAnswers).count },
    { 'streams: workspaces': sizeIn(app.get(EventListenersService), 'workspaces') },
    bytes('small answers', budget, 'small'),
    bytes('large answers', budget, 'large'),
    bytes('pages of visitors', budget, 'pages'),
    shares('makers of large answers', budget, 'makers'),
    shares('cleaning', app.get(HtmlCleanerService), 'turns'),
    bytes('mails', app.get(InboundMailReader), 'pool'),
    ...pools.flatMap((pool, index) => [
      shares(`connections ${index}`, pool, 'connections'),
      shares(`searches ${index}`, pool, 'searches'),
    ]),
    ...lanes.map((lane, index) => shares(`lane ${index}`, lane, 'places')),
    { sockets: await socketsOf(app.getHttpServer()) },
  ];
  return Object.fromEntries(all.flatMap((one) => Object.entries(one)).filter(([, count]) => count !== 0));
}

function socketsOf(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.getConnections((error, count) => {
      if (error) reject(error);
      else resolve(count);
    });
  });
}
