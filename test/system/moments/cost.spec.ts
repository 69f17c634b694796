import { aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { passedOf } from '../../support/data/moments.js';
import { scheduleMoments } from '../../support/data/stored/stored-moments.js';
import { statementsOf, statementsWithJobsOf } from '../../support/recorded-statements.js';
import { startTestApp, useDesk } from '../../support/test-app.js';
import { until } from '../../support/until.js';

/** Its own rounds, one a minute, would be looks as well. */
const app = useDesk({ hasOwnDatabase: true, hasRounds: false });
let acme: TestWorkspace;
let numbers: readonly number[];

beforeAll(async () => {
  acme = await aWorkspace(app, { team_members: [{ email: 'eve@team.example', first_name: 'Eve' }] });
  const dates = { follow_up_at: '2099-01-01T00:00:00Z', resolution_due_date: '2099-01-01T00:00:00Z' };
  numbers = [(await aTicket(acme)).number, (await aTicket(acme, dates)).number];
});

const ofMoments = (texts: readonly { readonly text: string }[]) =>
  texts.map(({ text }) => text).filter((text) => /\bmoments\b|\bdated_workspaces\b/.test(text));

describe('a change that names no date', () => {
  // @proves E-31-18
  it.each([
    ['priority', { priority: 'high' }],
    ['a status that leaves work', { status: 'waiting_on_customer' }],
    ['tags', { add_tags: ['vip'] }],
  ])('sends no statement about moments, whether the ticket has dates or not: %s', async (_what, body) => {
    for (const number of numbers) {
      const sent = await statementsOf(() => acme.client.put(`/tickets/${number}`, body).expect(200));
      expect(ofMoments(sent)).toEqual([]);
    }
  });

  it('sends none for a comment, and for a new ticket', async () => {
    const words = { author_email: 'eve@team.example', content: 'Hello.' };
    for (const number of numbers) {
      const sent = await statementsOf(() =>
        acme.client.post(`/tickets/${number}/comments`, words).expect(201),
      );
      expect(ofMoments(sent)).toEqual([]);
    }
    const raised = { email: 'a@customer.example', subject: 'New', description: '' };
    expect(ofMoments(await statementsOf(() => acme.client.post('/tickets', raised).expect(201)))).toEqual([]);
  });

  it('costs one statement when it names one, also for two dates', async () => {
    const [number] = numbers;
    const sent = await statementsOf(() =>
      acme.client
        .put(`/tickets/${number}`, {
          ...{ follow_up_at: '2098-01-01T00:00:00Z', resolution_due_date: '2098-01-01T00:00:00Z' },
        })
        .expect(200),
    );
    expect(ofMoments(sent)).toHaveLength(1);
  });
});

describe('the rounds of the jobs', () => {
  // @proves E-31-18
  it('visit the workspaces that have had dates, and find them by one look for all', async () => {
    const plain = await aWorkspace(app);
    const sent = await statementsWithJobsOf(async () => {
      await scheduleMoments(app.database, acme.scope.workspaceId, { inMs: 0, withinMs: 1, kinds: ['due'] });
      const other = await startTestApp({ database: app.database, hasRounds: true });
      await until(async () => (await passedOf(acme, numbers[0] ?? 0)).length > 0);
      await other.stop();
    });
    const looks = sent.filter((one) => ofMoments([one]).length > 0);
    expect(looks.filter(({ text }) => text.includes('dated_workspaces'))).toHaveLength(1);
    const visited = new Set(looks.flatMap(({ values }) => values));
    expect([visited.has(acme.scope.workspaceId), visited.has(plain.scope.workspaceId)]).toEqual([
      true,
      false,
    ]);
  });
});
