import { setTimeout as sleep } from 'node:timers/promises';
import { PortalEventsService } from '../../../src/portal/portal-events.service.js';
import { PortalRepository } from '../../../src/portal/portal.repository.js';
import { aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { aSession } from '../../support/data/sessions.js';
import { EventListener } from '../../support/listening/event-listener.js';
import { startLocalApp, type LocalApp } from '../../support/servers/local-app.js';
import { until } from '../../support/until.js';

const LISTENERS = 30;

let app: LocalApp;
let acme: TestWorkspace;
const listeners: EventListener[] = [];

beforeAll(async () => {
  app = await startLocalApp({ eventStreams: 4 * LISTENERS });
  acme = await aWorkspace(app);
  for (let count = 1; count <= LISTENERS; count++) {
    const { token } = await aSession(acme, { email: `ann${count}@customer.example` });
    const path = '/api/customer/v1/events/stream';
    const headers = { Authorization: `Bearer ${token}` };
    listeners.push(await EventListener.open({ url: app.url, subdomain: acme.subdomain, path, headers }));
  }
});
afterAll(async () => {
  for (const listener of listeners) listener.close();
  await app.stop();
});

/** Counts the queries for customers: of which there were some, how many at once, and the time that the least patient one had. */
function countQueries(): { all: number; most: number; patienceMs: number } {
  const portal = app.app.get(PortalRepository);
  const counted = { all: 0, most: 0, patienceMs: Infinity };
  let underWay = 0;
  const events: PortalRepository['events'] = async (scope, ...range) => {
    underWay += 1;
    counted.all += 1;
    counted.most = Math.max(counted.most, underWay);
    counted.patienceMs = Math.min(counted.patienceMs, scope.deadline.remainingMs);
    // Too many queries at once would overlap here. No condition says that none will come.
    await sleep(5);
    const found = await PortalRepository.prototype.events.call(portal, scope, ...range);
    underWay -= 1;
    return found;
  };
  Object.assign(portal, { events });
  return counted;
}

/** Notes up to which position the feed was looked through for each customer. @returns a function that waits until all have what happened */
function watchLooks(): () => Promise<void> {
  const service = app.app.get(PortalEventsService);
  const seen = new Map<string, number>();
  const heard: PortalEventsService['heard'] = async (scope, page) => {
    const found = await PortalEventsService.prototype.heard.call(service, scope, page);
    seen.set(scope.initiator.customer?.id ?? '', page.nextAfter);
    return found;
  };
  Object.assign(service, { heard });
  return async () => {
    const { body } = await acme.client.get('/events').expect(200);
    const isTold = (position: number): boolean => position >= (body as { next_after: number }).next_after;
    await until(() => [...seen.values()].filter(isTold).length === LISTENERS);
  };
}

it('an event for customers leads to two queries at a time, however many customers listen', async () => {
  const counted = countQueries();
  await aTicket(acme, { email: 'ann1@customer.example' });
  await listeners[0]?.hears(1);
  await until(() => counted.all >= LISTENERS);
  expect(counted).toEqual({ all: LISTENERS, most: 2, patienceMs: Infinity });
});

it('a change of which customers do not hear leads to none', async () => {
  const allAreTold = watchLooks();
  const { number } = await aTicket(acme, { email: 'ann2@customer.example' });
  await allAreTold();
  const counted = countQueries();
  await acme.client.put(`/tickets/${number}`, { tags: ['vip'] }).expect(200);
  await allAreTold();
  expect(counted.all).toBe(0);
  await acme.client.put(`/tickets/${number}`, { status: 'closed' }).expect(200);
  await allAreTold();
  expect(counted.all).toBe(LISTENERS);
});
