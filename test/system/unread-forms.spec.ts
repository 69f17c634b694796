import { aWorkspace } from '../support/data/builders.js';
import { FormVisitor, MESSAGE } from '../support/data/forms.js';
import { aMinuteLater } from '../support/servers/clock.js';
import { RawConnection, requestHead } from '../support/servers/raw-http.js';
import { startTestApp } from '../support/test-app.js';
import { until } from '../support/until.js';

it('A page of a form that its visitor does not take is ended as well. Until then it counts for the forms of its workspace.', async () => {
  const app = await startTestApp();
  const options = Array.from({ length: 1_000 }, (_, index) => `${index} ${'"'.repeat(200)}`);
  const fields = ['A', 'B', 'C', 'D', 'E', 'F'].map((name) => ({ name, kind: 'multi_option', options }));
  const form = { title: 'Long', slug: 'long', fields: fields.map(({ name }) => name) };
  const acme = await aWorkspace(app, { fields, forms: [form, { title: 'Plain', slug: 'plain' }] });
  const visitor = new FormVisitor(app, acme.subdomain);
  const { token } = await visitor.open('plain');
  const connection = await RawConnection.to(app.url);
  connection.send(requestHead('GET /forms/long HTTP/1.1', acme.subdomain));
  await connection.takeOnlyTheBeginning();
  await until(async () => (await visitor.get('/forms/long')).status === 503);
  expect((await acme.client.get('/tickets')).status).toBe(200);
  // Only a sending that is answered with a page waits for space.
  await aMinuteLater(async () => {
    const wrong = visitor.post('plain', { ...MESSAGE, token: 'wrong' }).then(({ status }) => status);
    expect((await visitor.post('plain', { ...MESSAGE, token })).status).toBe(303);
    expect(await wrong).toBe(503);
  });
  await until(async () => (await visitor.get('/forms/long')).status === 200);
  connection.readOn();
  await connection.end();
  await app.stop();
}, 300_000);
