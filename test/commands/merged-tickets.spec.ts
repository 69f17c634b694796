import { aTicket, aWorkspace, type TestWorkspace } from '../support/data/builders.js';
import { contentsOf, EVE, TWO_AGENTS } from '../support/data/comments.js';
import { merging, numbersOf, participantsOf, pretendMerged } from '../support/data/merges.js';
import { Desk } from '../support/servers/desk.js';
import { linesOf } from '../support/servers/processes.js';
import { useDesk } from '../support/test-app.js';
import { until } from '../support/until.js';

const app = useDesk();
const ADA = 'ada@customer.example';
const LINE = { external_id: 'T-1', source: 'other', created_at: '2022-01-15T08:00:00.000Z' };

let acme: TestWorkspace;
let target: { readonly number: number };
let merged: { readonly number: number };
let owner: Desk;

beforeAll(() => {
  owner = Desk.on(app.database, { MIGRATION_DATABASE_URL: app.database.ownerUrl });
});
beforeEach(async () => {
  acme = await aWorkspace(app, TWO_AGENTS);
  [target, merged] = [await aTicket(acme), await aTicket(acme, { email: ADA, status: 'open', ...LINE })];
  await merging(acme, merged.number, target.number).expect(200);
});

const importing = (text: object) => app.operator.import(acme.scope.workspaceId, [JSON.stringify(text)]);
const reasonsOf = ({ rejected }: Awaited<ReturnType<typeof importing>>) =>
  rejected.flatMap(({ problems }) => problems.map(({ path }) => path));

// @proves E-24-6
describe('a merged ticket', () => {
  it('is not changed by an import, and takes no comments of one', async () => {
    const comments = [{ author_email: EVE.email, content: '<p>Late</p>' }];
    const line = { email: ADA, subject: 'Imported once more', ...LINE, comments };
    expect(reasonsOf(await importing(line))).toEqual(['external_id']);
    expect((await acme.client.get(`/tickets/${merged.number}`)).body.ticket.subject).toBe('A ticket');
    expect(await contentsOf(acme, merged.number)).toHaveLength(1);
  });

  it('takes no reply of the command line, which says why', async () => {
    const words = ['tickets', 'reply', acme.subdomain, String(merged.number), '--as', EVE.email];
    const { status, stderr } = await owner.run(words, { input: 'Hello\n' });
    expect([status, stderr]).toEqual([
      1,
      expect.stringContaining(`The ticket is merged into ticket ${target.number},`),
    ]);
  });

  it('is exported as a closed one', async () => {
    const lines = linesOf(await owner.output(['export', 'tickets', acme.subdomain]));
    const exported = lines.map((line) => JSON.parse(line) as { external_id: string | null; status: string });
    expect(exported.find(({ external_id: id }) => id === LINE.external_id)).toMatchObject({
      status: 'closed',
    });
  });

  it('leaves no address with its target when its customer is erased, and stays merged', async () => {
    expect(await participantsOf(acme, target.number)).toEqual([`cc ${ADA}`]);
    await owner.output(['customers', 'erase', acme.subdomain, ADA, '--confirm']);
    expect(await participantsOf(acme, target.number)).toEqual([]);
    expect(await numbersOf(acme, merged.number)).toEqual([target.number, []]);
    expect(await owner.output(['audit', acme.subdomain])).not.toContain(ADA);
  });
});

describe('a workspace with merged tickets', () => {
  it('is deleted whole, in batches', async () => {
    await pretendMerged(acme, target.number, 499);
    const { subdomain } = acme;
    const gone = await owner.output(['workspace', 'delete', subdomain, '--confirm', subdomain, '--json']);
    expect(JSON.parse(gone)).toMatchObject({ tickets: 501 });
    await until(async () => (await acme.client.get('/tickets')).status === 404);
  });
});
