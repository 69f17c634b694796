import { audited } from '../support/data/audit.js';
import { aWorkspace, type TestWorkspace } from '../support/data/builders.js';
import { holdTicket } from '../support/data/stored/held.js';
import { useDesk } from '../support/test-app.js';
import { until } from '../support/until.js';

const app = useDesk();

const remove = ({ client }: TestWorkspace, emails: readonly string[]) =>
  client.delete('/api/external/v1/team_members', { emails }).set('Accept', 'application/json');

const MANY = 4_400;

/** A workspace with a member who has more tickets than one transaction frees. `theirs` counts those that the member has left. */
async function aBusyMember(): Promise<{ acme: TestWorkspace; theirs: () => Promise<number> }> {
  const acme = await aWorkspace(app, {
    team_members: [{ email: 'oliver@acme.example', first_name: 'Oliver' }],
  });
  const line = JSON.stringify({
    email: 'john@customer.example',
    subject: 'Mine',
    assignee_email: 'oliver@acme.example',
    status: 'open',
  });
  await app.operator.import(
    acme.scope.workspaceId,
    Array.from({ length: MANY }, () => line),
  );
  const theirs = async () =>
    (await acme.client.get('/tickets?assignee_email=oliver@acme.example')).body.pagination
      .total_records as number;
  return { acme, theirs };
}

it('removing team members with more tickets than one transaction frees is done in several, each with its entry', async () => {
  const { acme, theirs } = await aBusyMember();
  const refused = await audited(acme, () => remove(acme, ['oliver@acme.example', 'nobody@acme.example']));
  expect([refused.response.status, refused.entries, await theirs()]).toEqual([422, [], 4_400]);

  const { response, entries } = await audited(acme, () => remove(acme, ['oliver@acme.example']));
  expect([response.status, response.body]).toEqual([200, { message: '1 team member was removed.' }]);
  const ofMembers = entries.filter(({ subject_type: type }) => type === 'team_member');
  const free = ofMembers.map(({ action, after }) => [action, after?.['unassigned_tickets']]);
  expect(free).toEqual(
    [2_000, 2_000, 400].map((count, index) => [
      index < 2 ? 'team_member.updated' : 'team_member.removed',
      { count, numbers: expect.any(Array) },
    ]),
  );
  expect(entries.length - ofMembers.length).toBe(4_400);
  expect(await theirs()).toBe(0);
});

it('a removal that was not done in its time has fewer tickets left for the next try, also with an Idempotency-Key', async () => {
  const { acme, theirs } = await aBusyMember();
  const key = () => remove(acme, ['oliver@acme.example']).set('Idempotency-Key', 'removal');
  const held = await holdTicket(acme, MANY);
  expect((await key()).status).toBe(503);
  await held.release();
  const left = await theirs();
  expect(left).toBeLessThanOrEqual(MANY - 2_000);
  expect(left).toBeGreaterThan(0);
  // The first try has the key until PostgreSQL has undone what is left of it.
  let done = await key();
  await until(async () => (done.status === 409 ? (done = await key()) : done).status !== 409);
  expect(done.status).toBe(200);
  expect([done.body, await theirs()]).toEqual([{ message: '1 team member was removed.' }, 0]);
  expect((await key().expect(200)).headers['idempotent-replayed']).toBe('true');
});
