import { audited } from '../../support/data/audit.js';
import { aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { removalUnderWay, waitingForLocks } from '../../support/data/stored/held.js';
import { fieldErrors } from '../../support/expectations.js';
import { useDesk } from '../../support/test-app.js';
import { until } from '../../support/until.js';

const app = useDesk();

const aTeam = () =>
  aWorkspace(app, {
    team_members: ['oliver', 'eve'].map((name) => ({ email: `${name}@acme.example`, first_name: name })),
  });
const remove = ({ client }: TestWorkspace, emails: string[]) =>
  client.delete('/team_members', { emails }).set('Accept', 'application/json');
const assigneeOf = async ({ client }: TestWorkspace, { number }: { number: number }) =>
  (await client.get(`/tickets/${number}`)).body.ticket.assignee as { email: string } | null;

describe('a finished ticket of a removed member that is opened again', () => {
  const theirs = { assignee_email: 'oliver@acme.example' };

  // @proves D-8-6
  it.each([
    ['closed', 'put', (id: string) => `/tickets/${id}`],
    ['spam', 'patch', (id: string) => `/tickets/${id}`],
    ['trash', 'put', (id: string) => `/api/v1/public/tickets/${id}`],
  ] as const)(
    'and was %s has no assignee, by %s, in the answer and in the audit trail',
    async (status, method, at) => {
      const acme = await aTeam();
      const { id, number } = await aTicket(acme, { ...theirs, status });
      await remove(acme, ['oliver@acme.example']);
      const { response, entries } = await audited(acme, () =>
        acme.client.request(method, at(id)).send({ status: 'open' }),
      );
      expect([response.status, response.body.ticket.assignee ?? null]).toEqual([200, null]);
      expect(await assigneeOf(acme, { number })).toBeNull();
      expect(entries).toMatchObject([
        {
          action: 'ticket.updated',
          before: { status, assignee_email: 'oliver@acme.example' },
          after: { status: 'open', assignee_email: null },
        },
      ]);
    },
  );

  it('has the assignee that the same update names', async () => {
    const acme = await aTeam();
    const { number } = await aTicket(acme, { ...theirs, status: 'closed' });
    await remove(acme, ['oliver@acme.example']);
    const again = await acme.client.put(`/tickets/${number}`, {
      status: 'open',
      assignee_email: 'oliver@acme.example',
    });
    expect([again.status, fieldErrors(again)]).toEqual([422, ['assignee_email']]);
    const { body } = await acme.client.put(`/tickets/${number}`, {
      status: 'open',
      assignee_email: 'eve@acme.example',
    });
    expect(body.ticket).toMatchObject({ status: 'open', assignee: { email: 'eve@acme.example' } });
  });

  it('keeps the removed member while one finished status follows another, and always keeps an active member', async () => {
    const acme = await aTeam();
    const [gone, active] = await Promise.all(
      ['oliver', 'eve'].map((name) =>
        aTicket(acme, { assignee_email: `${name}@acme.example`, status: 'closed' }),
      ),
    );
    await remove(acme, ['oliver@acme.example']);
    const moved = await acme.client.put(`/tickets/${gone?.number}`, { status: 'spam', priority: 'low' });
    expect(moved.body.ticket).toMatchObject({ assignee: { email: 'oliver@acme.example' } });
    const opened = await acme.client.put(`/tickets/${active?.number}`, { status: 'open' });
    expect(opened.body.ticket).toMatchObject({ assignee: { email: 'eve@acme.example' } });
  });

  it('by an import has no assignee either, and the line cannot name the member', async () => {
    const acme = await aTeam();
    const line = (more: object) =>
      JSON.stringify({ email: 'a@customer.example', subject: 'Old', external_id: 'X', ...more });
    const imported = (more: object) => app.operator.import(acme.scope.workspaceId, [line(more)]);
    await imported({ ...theirs, status: 'closed' });
    await remove(acme, ['oliver@acme.example']);
    const { rejected } = await imported({ ...theirs, status: 'open' });
    expect(rejected.flatMap(({ problems }) => problems.map(({ path }) => path))).toEqual(['assignee_email']);
    expect((await assigneeOf(acme, { number: 1 }))?.email).toBe('oliver@acme.example');
    expect((await imported({ status: 'open' })).counts).toMatchObject({ updated: 1 });
    expect(await assigneeOf(acme, { number: 1 })).toBeNull();
  });
});

describe('removals at the same moment', () => {
  it('as tickets are opened again leave no open ticket with a removed member', async () => {
    for (let round = 0; round < 5; round++) {
      const acme = await aTeam();
      const tickets = await Promise.all(
        Array.from({ length: 12 }, (_, at) =>
          aTicket(acme, {
            assignee_email: 'oliver@acme.example',
            status: 'closed',
            external_id: `${at}`,
          }),
        ),
      );
      const reopen = ({ number }: { number: number }) =>
        acme.client.put(`/tickets/${number}`, { status: 'open' });
      const lines = Array.from({ length: 6 }, (_, at) =>
        JSON.stringify({
          email: 'someone@customer.example',
          subject: 'A ticket',
          external_id: `${at}`,
          status: 'open',
        }),
      );
      const responses = await Promise.all([
        ...tickets.slice(6, 9).map(reopen),
        remove(acme, ['oliver@acme.example']),
        ...tickets.slice(9).map(reopen),
        app.operator.import(acme.scope.workspaceId, lines),
      ]);
      expect(responses.flatMap((one) => ('status' in one ? [one.status] : []))).toEqual(Array(7).fill(200));
      const left = await acme.client.get('/tickets?assignee_email=oliver@acme.example');
      expect(left.body.pagination.total_records).toBe(0);
    }
  });

  it('that are under way are waited for by tickets that are opened again, which then lose the member', async () => {
    const acme = await aTeam();
    const { number } = await aTicket(acme, { assignee_email: 'oliver@acme.example', status: 'closed' });
    const removal = await removalUnderWay(acme, 'oliver@acme.example');
    const opened = acme.client.put(`/tickets/${number}`, { status: 'open' }).then((response) => response);
    await until(async () => (await waitingForLocks(app.database)) >= 1);
    await removal.release();
    expect((await opened).body.ticket).toMatchObject({ status: 'open', assignee: null });
  });
});
