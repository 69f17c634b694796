import { aKey, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { aMember } from '../../support/data/team-members.js';
import { fieldErrors } from '../../support/expectations.js';
import { useDesk } from '../../support/test-app.js';

const app = useDesk();
let acme: TestWorkspace;

beforeAll(async () => {
  acme = await aWorkspace(app);
});

const OLDER = '/api/external/v1/team_members';
const CURRENT = '/api/external/v2/team-members';
const successor = (path = '') => ({
  deprecation: '@1767225600',
  link: `<${CURRENT}${path}>; rel="successor-version"`,
});

// @proves E-29-9
describe('team members at the addresses of the older version', () => {
  it('are listed as in the current version', async () => {
    await aMember(acme, { email: 'ada@acme.example' });
    for (const query of [
      '',
      '?state=active,inactive&sort=email&order=asc&page_size=1',
      '?email=ADA@acme.example',
    ]) {
      const older = await acme.client.get(`${OLDER}${query}`).expect(200);
      expect(older.body).toEqual((await acme.client.get(`${CURRENT}${query}`).expect(200)).body);
      expect(older.headers).toMatchObject(successor());
    }
    const wrong = await acme.client.get(`${OLDER}?state=gone`);
    expect([wrong.status, fieldErrors(wrong)]).toEqual([422, ['state']]);
  });

  it('are added, and one is removed by its id, whatever the request says of Accept', async () => {
    const { body, headers } = await acme.client
      .post(OLDER, { emails: ['lee@acme.example'], first_name: 'Lee' })
      .expect(201);
    expect(headers).toMatchObject(successor());
    const [{ id }] = body.team_members as [{ id: string }];
    const shown = async () => (await acme.client.get(`${CURRENT}/${id}`)).body.team_member as object;
    expect(await shown()).toMatchObject({ email: 'lee@acme.example', first_name: 'Lee', active: true });
    const again = await acme.client.post(OLDER, { emails: ['lee@acme.example'] });
    expect([again.status, fieldErrors(again)]).toEqual([422, ['emails[0]']]);
    const removed = await acme.client.delete(`${OLDER}/${id}`).set('Accept', 'text/html').expect(204);
    expect(removed.headers).toMatchObject(successor(`/${id}`));
    expect(await shown()).toMatchObject({ active: false });
    await acme.client.delete(`${OLDER}/a0000000-0000-4000-8000-000000000000`).expect(404);
  });

  it('need the Accept header when several are removed by their addresses, as before', async () => {
    await aMember(acme, { email: 'pat@acme.example' });
    const removal = () => acme.client.delete(OLDER, { emails: ['pat@acme.example'] });
    await removal().set('Accept', 'text/html').expect(406);
    const { body } = await removal().set('Accept', 'application/json').expect(200);
    expect(body).toEqual({ message: expect.stringContaining('1 team member') });
  });

  it('need the scopes of the current version', async () => {
    const reader = acme.clientWith(await aKey(acme, 'reader', { scopes: ['team_members:read'] }));
    await reader.get(OLDER).expect(200);
    await reader.post(OLDER, { emails: ['x@acme.example'] }).expect(403);
    await reader.delete(`${OLDER}/a0000000-0000-4000-8000-000000000000`).expect(403);
    const writer = acme.clientWith(await aKey(acme, 'writer', { scopes: ['team_members:write'] }));
    await writer.get(OLDER).expect(403);
  });
});
