import { aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { aSession } from '../../support/data/sessions.js';
import { useDesk } from '../../support/test-app.js';

const WORDS = { subject: 'Late', description: '<p>Where?</p>' };

const app = useDesk({ sessionRequestsPerMinute: 8, formPostsPerEmail: 2 });
let acme: TestWorkspace;

beforeAll(async () => {
  acme = await aWorkspace(app);
});

const statusesOf = (answers: readonly { readonly status: number }[]) => answers.map(({ status }) => status);

// @proves E-30-21
it('a session has its requests in a minute, on all routes together, and other sessions have theirs', async () => {
  const { page } = await aSession(acme);
  // Only a server can make another one.
  const another = await aSession(acme);
  const answers = [];
  for (let one = 0; one < 9; one++) answers.push(await page.get(one % 2 ? '/me' : '/tickets'));
  expect(statusesOf(answers)).toEqual([200, 200, 200, 200, 200, 200, 200, 200, 429]);
  const last = answers[8];
  expect(last?.body.code).toBe('rate_limited');
  expect(last?.headers).toMatchObject({
    'ratelimit-policy': '"per-session";q=8;w=60',
    'retry-after': expect.stringMatching(/^\d+$/),
  });
  const other = await aSession(acme, { email: 'other@customer.example' });
  for (const { page: theirs } of [another, other])
    expect(statusesOf([await theirs.get('/me'), await theirs.get('/tickets')])).toEqual([200, 200]);
});

// @proves E-30-21
it('a customer raises as many tickets in an hour as a form accepts from one address, in all sessions together', async () => {
  const email = 'eager@customer.example';
  const first = (await aSession(acme, { email })).page;
  const pages = [first, (await aSession(acme, { email })).page];
  const answers = [];
  for (let one = 0; one < 3; one++) answers.push(await (pages[one % 2] ?? first).post('/tickets', WORDS));
  expect(statusesOf(answers)).toEqual([201, 201, 429]);
  expect(answers[2]?.body.code).toBe('too_many_tickets');
  expect(Number(answers[2]?.headers['retry-after'])).toBeGreaterThan(3_000);
  // A ticket that is refused for its words counts for nothing.
  const calm = (await aSession(acme, { email: 'calm@customer.example' })).page;
  expect(statusesOf([await calm.post('/tickets', {}), await calm.post('/tickets', {})])).toEqual([422, 422]);
  await calm.post('/tickets', WORDS).expect(201);
});
