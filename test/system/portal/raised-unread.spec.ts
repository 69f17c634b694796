import { unavailable } from '../../../src/kernel/errors.js';
import { PortalTicketsService } from '../../../src/portal/portal-tickets.service.js';
import { aWorkspace } from '../../support/data/builders.js';
import { aSession, type TestSession } from '../../support/data/sessions.js';
import { startLocalApp, type LocalApp } from '../../support/servers/local-app.js';

const WORDS = { subject: 'A lamp is broken', description: '<p>It is dark</p>' };

let app: LocalApp;
let page: TestSession['page'];

beforeAll(async () => {
  app = await startLocalApp();
});
afterAll(() => app.stop());
beforeEach(async () => {
  ({ page } = await aSession(await aWorkspace(app)));
});

/** Lets the next read of one ticket fail, as it does when the database goes away at that moment. */
function failNextRead(): void {
  const tickets = app.app.get(PortalTicketsService);
  const own = { get: () => (Reflect.deleteProperty(tickets, 'get'), Promise.reject(unavailable())) };
  Object.assign(tickets, own);
}

const numbersOf = async (): Promise<number[]> => {
  const { body } = await page.get('/tickets').expect(200);
  return (body.tickets as { number: number }[]).map(({ number }) => number);
};

describe('a ticket that a customer raises and that cannot be read afterwards', () => {
  it('may have been made, says the 503', async () => {
    failNextRead();
    const { body } = await page.post('/tickets', WORDS).expect(503);
    expect(body).toMatchObject({ code: 'outcome_unknown' });
    expect(await numbersOf()).toEqual([1]);
  });

  it('is undone with the reply that its key would have, and made once when it is sent again', async () => {
    const send = () => page.post('/tickets', WORDS).set('Idempotency-Key', '"lamp"');
    failNextRead();
    const { body } = await send().expect(503);
    expect(body).toMatchObject({ code: 'unavailable' });
    expect(await numbersOf()).toEqual([]);
    await send().expect(201);
    expect(await numbersOf()).toEqual([1]);
  });
});
