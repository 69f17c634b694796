import { aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { fieldErrors, tagOf } from '../../support/expectations.js';
import { aMember, aTeam, listed, memberOf } from '../../support/data/team-members.js';
import { useDesk } from '../../support/test-app.js';

const app = useDesk();

const UNKNOWN_ID = 'a0000000-0000-4000-8000-000000000000';

describe('a team member', () => {
  // @proves E-14-1, E-14-7
  it('has these properties, and is read with an ETag', async () => {
    const acme = await aTeam(app);
    const { id } = await memberOf(acme, 'eve@acme.example');
    const response = await acme.client.get(`/team-members/${id}`);
    expect([response.status, response.body]).toEqual([
      200,
      {
        team_member: {
          id,
          email: 'eve@acme.example',
          first_name: 'Eve',
          last_name: 'Jones',
          active: true,
          time_zone: null,
          organization_role: 'admin',
          profile_image_url: null,
          groups: ['Support'],
          created_at: expect.stringMatching(/Z$/),
          updated_at: expect.stringMatching(/Z$/),
        },
      },
    ]);
    const known = await acme.client.get(`/team-members/${id}`).set('If-None-Match', tagOf(response));
    expect(known.status).toBe(304);
  });

  // @proves E-14-7
  it('who was removed is read as inactive; an unknown one is 404', async () => {
    const acme = await aTeam(app);
    const { id } = await memberOf(acme, 'eve@acme.example');
    await acme.client.delete(`/team-members/${id}`);
    expect((await acme.client.get(`/team-members/${id}`)).body.team_member.active).toBe(false);
    for (const unknown of [UNKNOWN_ID, 'eve']) {
      const { status, body } = await acme.client.get(`/team-members/${unknown}`);
      expect([status, body.code]).toEqual([404, 'team_member_not_found']);
    }
  });
});

describe('the list of team members', () => {
  let acme: TestWorkspace;

  beforeAll(async () => {
    acme = await aTeam(app);
    await aMember(acme, { email: 'zoe@acme.example', first_name: 'Adam', last_name: 'Zimmer' });
    await aMember(acme, { email: 'Bob@acme.example', first_name: 'zoltan', last_name: 'Abel' });
    const { id } = await aMember(acme, { email: 'gone@acme.example', first_name: 'Gone' });
    await acme.client.delete(`/team-members/${id}`);
  });

  // @proves E-14-2
  it('has the active ones, newest first', async () => {
    expect(await listed(acme)).toEqual(['Bob', 'zoe', 'eve']);
  });

  // @proves E-14-3, E-29-3
  it('has those of the states that are asked for', async () => {
    expect(await listed(acme, 'state=active')).toEqual(['Bob', 'zoe', 'eve']);
    expect(await listed(acme, 'state=inactive')).toEqual(['gone']);
    expect(await listed(acme, 'state=active,inactive')).toEqual(['gone', 'Bob', 'zoe', 'eve']);
    expect(await listed(acme, 'state=active&state=inactive')).toHaveLength(4);
    expect(await listed(acme, 'state=inactive,invited')).toEqual(['gone']);
  });

  // @proves E-14-4
  it('has the member with an address, in any case', async () => {
    expect(await listed(acme, 'email=BOB@acme.example')).toEqual(['Bob']);
    expect(await listed(acme, 'email=gone@acme.example')).toEqual([]);
    expect(await listed(acme, 'email=gone@acme.example&state=inactive')).toEqual(['gone']);
  });

  // @proves E-14-5
  it.each([
    ['sort=created_at&order=asc', ['eve', 'zoe', 'Bob']],
    ['sort=updated_at', ['Bob', 'zoe', 'eve']],
    ['sort=email&order=asc', ['Bob', 'eve', 'zoe']],
    ['sort=email', ['zoe', 'eve', 'Bob']],
    ['sort=first_name&order=asc', ['zoe', 'eve', 'Bob']],
    ['sort=last_name&order=asc', ['Bob', 'eve', 'zoe']],
    ['order=asc', ['eve', 'zoe', 'Bob']],
  ])('is sorted by %s', async (query, names) => {
    expect(await listed(acme, query)).toEqual(names);
  });

  // @proves E-14-6
  it('comes in pages', async () => {
    const page = await acme.client.get('/team-members?page_size=2&page_number=2');
    expect(page.body.team_members).toHaveLength(1);
    expect(page.body.pagination).toEqual({
      total_records: 3,
      current_page_number: 2,
      total_pages: 2,
      page_size: 2,
    });
    const past = await acme.client.get('/team-members?page_number=9');
    expect([past.body.team_members, past.body.pagination.total_records]).toEqual([[], 3]);
  });

  // @proves E-14-3..6, E-29-3
  it.each([
    ['state=gone', 'state'],
    ['state=gone,invited', 'state'],
    ['state=active,', 'state'],
    ['state=', 'state'],
    ['email=eve', 'email'],
    ['sort=name', 'sort'],
    ['order=up', 'order'],
    ['page_number=0', 'page_number'],
  ])('is refused for %s', async (query, path) => {
    const response = await acme.client.get(`/team-members?${query}`);
    expect([response.status, fieldErrors(response)]).toEqual([422, [path]]);
  });

  // @proves E-14-2
  it("shows nobody of another workspace's team", async () => {
    const globex = await aWorkspace(app);
    expect(await listed(globex, 'state=active,inactive')).toEqual([]);
  });
});
