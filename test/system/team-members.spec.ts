import { audited } from '../support/data/audit.js';
import { aWorkspace, type TestWorkspace } from '../support/data/builders.js';
import { useDesk } from '../support/test-app.js';

const app = useDesk();

const remove = ({ client }: TestWorkspace, emails: readonly string[]) =>
  client.delete('/api/external/v1/team_members', { emails }).set('Accept', 'application/json');

it('removing team members with more tickets than one transaction frees is done in several, each with its entry', async () => {
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
    Array.from({ length: 4_400 }, () => line),
  );
  const theirs = async () =>
    (await acme.client.get('/tickets?assignee_email=oliver@acme.example')).body.pagination.total_records;
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
