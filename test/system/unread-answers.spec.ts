import { aTicket, aWorkspace } from '../support/data/builders.js';
import { RawConnection, requestHead } from '../support/servers/raw-http.js';
import { startTestApp } from '../support/test-app.js';
import { until } from '../support/until.js';

const TICKETS = 60;
const DESCRIPTION = `<p>${'long '.repeat(50_000)}</p>`;
const PAGE = `/tickets?page_size=${TICKETS}`;

it('A connection that takes no more than the beginning of its answer is ended, and what was held for it is free again.', async () => {
  const app = await startTestApp({ responseBufferBytes: 32 * 1024 * 1024 });
  const acme = await aWorkspace(app);
  for (let number = 1; number <= TICKETS; number++) await aTicket(acme, { description: DESCRIPTION });
  const connection = await RawConnection.to(app.url);
  connection.send(
    requestHead(`GET /api/external/v2${PAGE} HTTP/1.1`, acme.subdomain, `X-Api-Key: ${acme.key}`),
  );
  // It must be answered before others are: whoever comes second is refused.
  await connection.takeOnlyTheBeginning();
  await until(async () => (await acme.client.get(PAGE)).status === 503);
  // The service ends a connection that takes nothing for 15 seconds.
  await until(async () => (await acme.client.get(PAGE)).status === 200);
  connection.readOn();
  await connection.end();
  expect(connection.length).toBeLessThan(TICKETS * DESCRIPTION.length);
  await app.stop();
}, 300_000);
