import { audited } from '../../support/data/audit.js';
import { aKey, aTicket, type TestWorkspace } from '../../support/data/builders.js';
import { fieldErrors, tagOf } from '../../support/expectations.js';
import { aMember, aTeam, listed, memberOf, type ShownMember } from '../../support/data/team-members.js';
import { useDesk } from '../../support/test-app.js';

const app = useDesk();

const UNKNOWN_ID = 'a0000000-0000-4000-8000-000000000000';

const add = ({ client }: TestWorkspace, body: object) => client.post('/team-members', body);

describe('adding team members', () => {
  // @proves E-14-8..9
  it('makes a member of each address, in the order sent, as agents without a name', async () => {
    const acme = await aTeam(app);
    const { response, entries } = await audited(acme, () =>
      add(acme, { emails: ['b@acme.example', 'A@acme.example'] }),
    );
    const shown = response.body.team_members as ShownMember[];
    expect([response.status, shown.map(({ email }) => email)]).toEqual([
      201,
      ['b@acme.example', 'A@acme.example'],
    ]);
    expect(shown[0]).toMatchObject({
      ...{ active: true, first_name: null, last_name: null, organization_role: 'agent', groups: [] },
    });
    expect(entries.map(({ action, subject_id: id }) => [action, id])).toEqual(
      shown.map(({ id }) => ['team_member.created', id]),
    );
    const { number } = await aTicket(acme);
    const assigned = await acme.client.put(`/tickets/${number}`, { assignee_email: 'a@acme.example' });
    expect(assigned.body.ticket.assignee).toMatchObject({ email: 'A@acme.example', name: 'A@acme.example' });
  });

  // @proves E-14-9..13
  it('takes names, a role in any case, groups and who invites', async () => {
    const acme = await aTeam(app);
    const { response, entries } = await audited(acme, () =>
      add(acme, {
        emails: ['sam@acme.example'],
        first_name: 'Sam',
        last_name: 'Smith',
        organization_role: 'Standard',
        groups: ['Support', 'Sales', 'Sales'],
        invited_by: 'EVE@acme.example',
        send_invitation_email: 'false',
      }),
    );
    const [sam] = response.body.team_members as ShownMember[];
    expect(sam).toMatchObject({
      first_name: 'Sam',
      last_name: 'Smith',
      organization_role: 'standard',
      groups: ['Sales', 'Support'],
    });
    expect(entries[0]?.after).toMatchObject({ role: 'standard', invited_by: 'EVE@acme.example' });
  });

  // @proves E-14-8
  it('takes 100 addresses', async () => {
    const acme = await aTeam(app);
    const emails = Array.from({ length: 100 }, (_, index) => `m${index}@acme.example`);
    expect((await add(acme, { emails, groups: ['Sales'] })).body.team_members).toHaveLength(100);
  });

  // @proves E-14-14
  it('makes a removed one active again, with what the request names', async () => {
    const acme = await aTeam(app);
    const eve = await memberOf(acme, 'eve@acme.example');
    await acme.client.delete(`/team-members/${eve.id}`);
    const { response, entries } = await audited(acme, () =>
      add(acme, { emails: ['EVE@acme.example', 'new@acme.example'], groups: ['Sales'] }),
    );
    expect(response.status).toBe(201);
    const { updated_at: _before, ...same } = eve;
    expect(response.body.team_members[0]).toMatchObject({ ...same, active: true, groups: ['Sales'] });
    expect(entries.map(({ action }) => action)).toEqual(['team_member.updated', 'team_member.created']);
    expect(entries[0]).toMatchObject({ before: { state: 'removed' }, after: { state: 'active' } });
  });

  // @proves E-14-8..14
  it.each<[string, object, string[]]>([
    ['no addresses', {}, ['emails']],
    ['an empty list', { emails: [] }, ['emails']],
    ['too many', { emails: Array.from({ length: 101 }, (_, n) => `m${n}@acme.example`) }, ['emails']],
    ['what is no address', { emails: ['x', 7, 'ok@acme.example'] }, ['emails[0]', 'emails[1]']],
    ['one address twice', { emails: ['x@acme.example', 'X@acme.example'] }, ['emails[1]']],
    ['an active member', { emails: ['x@acme.example', 'Eve@acme.example'] }, ['emails[1]']],
    [
      'names for several',
      { emails: ['x@acme.example', 'y@acme.example'], first_name: 'X', last_name: 'Y' },
      ['first_name', 'last_name'],
    ],
    ['another role', { emails: ['x@acme.example'], organization_role: 'owner' }, ['organization_role']],
    ['no role', { emails: ['x@acme.example'], organization_role: null }, ['organization_role']],
    [
      'unknown groups',
      { emails: ['x@acme.example'], groups: ['Sales', 'Nope', 7] },
      ['groups[1]', 'groups[2]'],
    ],
    ['groups that are no list', { emails: ['x@acme.example'], groups: 'Sales' }, ['groups']],
    ['a stranger who invites', { emails: ['x@acme.example'], invited_by: 'z@acme.example' }, ['invited_by']],
    [
      'a word about mail that is no answer',
      { emails: ['x@acme.example'], send_invitation_email: 'yes' },
      ['send_invitation_email'],
    ],
    ['an unknown property', { emails: ['x@acme.example'], role: 'agent' }, ['role']],
    [
      'everything at once',
      { emails: ['x', 'eve@acme.example'], organization_role: 1, groups: ['Nope'], invited_by: 'x' },
      ['organization_role', 'invited_by', 'emails[0]', 'emails[1]', 'groups[0]'],
    ],
  ])('is refused for %s, and nobody is added', async (_name, body, paths) => {
    const acme = await aTeam(app);
    const { response, entries } = await audited(acme, () => add(acme, body));
    expect([response.status, fieldErrors(response).sort()]).toEqual([422, [...paths].sort()]);
    expect([entries, await listed(acme, 'state=active,inactive')]).toEqual([[], ['eve']]);
  });

  // @proves E-12-6, E-14-11
  it('names the groups that there are', async () => {
    const acme = await aTeam(app);
    const { body } = await add(acme, { emails: ['x@acme.example'], groups: ['Nope'] });
    expect(body.field_errors).toEqual([
      {
        field: 'groups[0]',
        message: expect.stringMatching(/^is not the name of a group \((Sales, Support|Support, Sales)\)$/),
      },
    ]);
  });

  // @proves E-14-14
  it('of one address at the same moment makes one', async () => {
    const acme = await aTeam(app);
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => add(acme, { emails: ['same@acme.example'] })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(7).fill(422)]);
    expect(await listed(acme)).toEqual(['same', 'eve']);
  });
});

describe('an update of a team member', () => {
  // @proves E-14-15
  it('changes what it names and leaves the rest', async () => {
    const acme = await aTeam(app);
    const eve = await memberOf(acme, 'eve@acme.example');
    const changes = {
      email: 'eva@acme.example',
      first_name: 'Eva',
      last_name: '',
      time_zone: 'Europe/Berlin',
      organization_role: 'AGENT',
      groups: ['Sales'],
    };
    const { response, entries } = await audited(acme, () =>
      acme.client.patch(`/team-members/${eve.id}`, changes),
    );
    expect(response.body.team_member).toEqual({
      ...eve,
      ...{ ...changes, last_name: null, organization_role: 'agent' },
      updated_at: expect.any(String),
    });
    expect(response.body.team_member.updated_at > eve.updated_at).toBe(true);
    expect(entries).toMatchObject([
      {
        action: 'team_member.updated',
        before: { email: 'eve@acme.example', time_zone: null, groups: ['Support'] },
        after: { email: 'eva@acme.example', time_zone: 'Europe/Berlin', groups: ['Sales'] },
      },
    ]);
    const cleared = await acme.client.patch(`/team-members/${eve.id}`, { time_zone: null, groups: [] });
    expect(cleared.body.team_member).toMatchObject({ time_zone: null, groups: [], first_name: 'Eva' });
  });

  // @proves E-14-15
  it('that changes nothing keeps the time and the tag, and leaves no entry', async () => {
    const acme = await aTeam(app);
    const { id } = await memberOf(acme, 'eve@acme.example');
    const before = await acme.client.get(`/team-members/${id}`);
    const same = { email: 'eve@acme.example', first_name: 'Eve', groups: ['Support'] };
    const { response, entries } = await audited(acme, () => acme.client.patch(`/team-members/${id}`, same));
    expect([response.status, tagOf(response), entries]).toEqual([200, tagOf(before), []]);
  });

  // @proves E-14-15
  it.each<[object, string[]]>([
    [{ email: 'x' }, ['email']],
    [{ email: null }, ['email']],
    [{ email: 'TAKEN@acme.example' }, ['email']],
    [{ first_name: null, last_name: 'a\nb' }, ['first_name', 'last_name']],
    [{ time_zone: ' ' }, ['time_zone']],
    [{ organization_role: 'boss' }, ['organization_role']],
    [{ groups: ['Nope'] }, ['groups[0]']],
    [{ active: false }, ['active']],
  ])('is refused for %j, and changes nothing', async (body, paths) => {
    const acme = await aTeam(app);
    const taken = await aMember(acme, { email: 'taken@acme.example' });
    await acme.client.delete(`/team-members/${taken.id}`);
    const eve = await memberOf(acme, 'eve@acme.example');
    const response = await acme.client.patch(`/team-members/${eve.id}`, { ...body });
    expect([response.status, fieldErrors(response)]).toEqual([422, paths]);
    expect(await memberOf(acme, 'eve@acme.example')).toEqual(eve);
  });

  // @proves E-14-19
  it('happens only in the state that If-Match names', async () => {
    const acme = await aTeam(app);
    const { id } = await memberOf(acme, 'eve@acme.example');
    const path = `/team-members/${id}`;
    const tag = tagOf(await acme.client.get(path));
    const changed = await acme.client.patch(path, { first_name: 'Eva' }).set('If-Match', tag);
    expect(changed.status).toBe(200);
    for (const write of [acme.client.patch(path, { first_name: 'Ida' }), acme.client.delete(path)]) {
      const late = await write.set('If-Match', tag);
      expect([late.status, tagOf(late)]).toEqual([412, tagOf(changed)]);
    }
    expect((await acme.client.get(path)).body.team_member).toMatchObject({ first_name: 'Eva', active: true });
  });
});

describe('removing one team member', () => {
  // @proves E-14-17
  it('is answered with 204, again too, and takes them off their open tickets', async () => {
    const acme = await aTeam(app);
    const { id } = await memberOf(acme, 'eve@acme.example');
    const theirs = { assignee_email: 'eve@acme.example' };
    const open = await aTicket(acme, theirs);
    const closed = await aTicket(acme, { ...theirs, status: 'closed' });
    const first = await audited(acme, () => acme.client.delete(`/team-members/${id}`));
    expect([first.response.status, first.response.text]).toEqual([204, '']);
    expect(first.entries.map(({ action }) => action)).toEqual(['ticket.updated', 'team_member.removed']);
    const assignee = async (number: number) =>
      (await acme.client.get(`/tickets/${number}`)).body.ticket.assignee as object | null;
    expect([await assignee(open.number), await assignee(closed.number)]).toEqual([
      null,
      expect.objectContaining({ id }),
    ]);
    const again = await audited(acme, () => acme.client.delete(`/team-members/${id}`));
    expect([again.response.status, again.entries]).toEqual([204, []]);
  });

  // @proves E-14-16..17
  it('asks nothing of Accept, and is 404 for somebody unknown', async () => {
    const acme = await aTeam(app);
    const { id } = await memberOf(acme, 'eve@acme.example');
    expect((await acme.client.delete(`/team-members/${UNKNOWN_ID}`)).status).toBe(404);
    expect(await listed(acme)).toEqual(['eve']);
    expect((await acme.client.delete(`/team-members/${id}`).set('Accept', 'text/html')).status).toBe(204);
    expect(await listed(acme)).toEqual([]);
  });
});

describe('the scopes of team members', () => {
  // @proves E-14-18
  it('are one for reading and one for writing', async () => {
    const acme = await aTeam(app);
    const { id } = await memberOf(acme, 'eve@acme.example');
    const only = async (scope: 'team_members:read' | 'team_members:write') =>
      acme.clientWith(await aKey(acme, scope, { scopes: [scope] }));
    const [reader, writer] = [await only('team_members:read'), await only('team_members:write')];
    const statuses = async (client: TestWorkspace['client']) => [
      (await client.get('/team-members')).status,
      (await client.get(`/team-members/${id}`)).status,
      (await client.post('/team-members', { emails: [] })).status,
      (await client.patch(`/team-members/${id}`, {})).status,
      (await client.delete(`/team-members/${UNKNOWN_ID}`)).status,
    ];
    expect(await statuses(reader)).toEqual([200, 200, 403, 403, 403]);
    expect(await statuses(writer)).toEqual([403, 403, 422, 200, 404]);
  });
});
