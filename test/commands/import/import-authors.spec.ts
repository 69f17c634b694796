import { aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { allEvents } from '../../support/data/events.js';
import { merging } from '../../support/data/merges.js';
import { Desk } from '../../support/servers/desk.js';
import { temporaryFolder } from '../../support/servers/processes.js';
import { useDesk } from '../../support/test-app.js';

const app = useDesk();
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let acme: TestWorkspace;

beforeAll(async () => {
  folder = await temporaryFolder();
});
afterAll(() => folder.remove());
beforeEach(async () => {
  acme = await aWorkspace(app);
});

const AT = '2022-01-15T08:00:00Z';
const ticket = (id: number): object => ({
  ...{ id, requester_id: 10, subject: `Ticket ${id}`, description: 'Help', status: 'open' },
  ...{ created_at: AT, updated_at: AT },
});
const PAT = { id: 20, email: 'pat@old.example', name: 'Pat Doe', role: 'end-user' };
const USERS = [{ id: 10, email: 'jane@customer.example', name: 'Jane Roe', role: 'end-user' }, PAT];
const BY_PAT = { id: 100, ticket_id: 1, author_id: PAT.id, html_body: '<p>Me too</p>', public: true, created_at: '2022-01-15T09:00:00Z' }; // prettier-ignore

/** Imports two tickets of Jane and comments. @returns the counts of both */
async function importing(comments: readonly object[]): Promise<string> {
  const write = (name: string, content: object): Promise<string> =>
    folder.write(`${acme.subdomain}-${name}.json`, JSON.stringify(content));
  const files = {
    tickets: await write('tickets', { tickets: [ticket(1), ticket(2)] }),
    users: await write('users', { users: USERS }),
    comments: await write('comments', { comments }),
  };
  const beside = ['--from', 'zendesk', '--users', files.users, '--comments', files.comments];
  const { stderr } = await Desk.on(app.database).run([
    ...['import', 'tickets', acme.subdomain, files.tickets],
    ...beside,
  ]);
  return stderr.trimEnd().split('\n').at(-1) ?? '';
}

const customersAt = async (email: string): Promise<readonly { id: string }[]> =>
  (await acme.client.get(`/customers?email=${email}`).expect(200)).body.customers as { id: string }[];

describe('an author of comments who is no customer', () => {
  it('is made with the first added comment, and not again for it under an address that was taken away', async () => {
    expect(await importing([BY_PAT])).toContain('comments: 1 added');
    const [pat] = await customersAt(PAT.email);
    const emails = ['pat@new.example'];
    await acme.client.patch(`/customers/${pat?.id}`, { customer: { emails } }).expect(200);
    const before = await allEvents(acme);
    expect(await importing([BY_PAT])).toContain('2 unchanged, 0 rejected; comments: 0 added, 1 unchanged');
    expect(await customersAt(PAT.email)).toEqual([]);
    expect(await allEvents(acme)).toEqual(before);
  });

  it('is not made for a comment that is refused, because its ticket is merged, beside one that is added', async () => {
    expect(await importing([])).toContain('2 imported');
    await merging(acme, 1, 2).expect(200);
    const byJane = { ...BY_PAT, id: 101, ticket_id: 2, author_id: 10 };
    expect(await importing([BY_PAT, byJane])).toContain('comments: 1 added, 0 unchanged, 1 rejected');
    expect(await customersAt(PAT.email)).toEqual([]);
  });
});
