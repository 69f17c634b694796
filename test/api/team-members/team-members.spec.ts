import type { DomainError } from '../../../src/kernel/errors.js';
import { aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { removalUnderWay, waitingForLocks } from '../../support/data/stored/held.js';
import { fieldErrors } from '../../support/expectations.js';
import { useDesk } from '../../support/test-app.js';
import { until } from '../../support/until.js';

const app = useDesk();

const NAMES = ['oliver', 'eve', 'mallory'];
const aTeam = () =>
  aWorkspace(app, {
    team_members: NAMES.map((name) => ({ email: `${name}@acme.example`, first_name: name })),
  });
const LEGACY = '/api/external/v1/team_members';
const CURRENT = '/api/external/v2/team_members';
const remove = ({ client }: TestWorkspace, emails: unknown, path = LEGACY) =>
  client.delete(path, { emails }).set('Accept', 'application/json');
const assigneeOf = async ({ client }: TestWorkspace, { number }: { number: number }) =>
  (await client.get(`/tickets/${number}`)).body.ticket.assignee as { email: string } | null;
const activeIn = async ({ client }: TestWorkspace) => {
  const { body } = await client.get('/team-members?order=asc');
  return (body.team_members as { email: string }[]).map(({ email }) => email.split('@')[0]);
};

describe('removing team members', () => {
  // @proves S-1-5, S-2.7-1, S-4.8-5..6, D-8-8
  it.each([LEGACY, CURRENT])('at %s deactivates them and says how many there were', async (path) => {
    const acme = await aTeam();
    const first = await remove(acme, ['OLIVER@acme.example', 'oliver@ACME.example'], path);
    expect([first.status, first.body]).toEqual([200, { message: '1 team member was removed.' }]);
    expect(await activeIn(acme)).toEqual(['eve', 'mallory']);
    const both = await remove(acme, ['eve@acme.example', 'mallory@acme.example'], path);
    expect(both.body).toEqual({ message: '2 team members were removed.' });
    expect(await activeIn(acme)).toEqual([]);
  });

  // @proves D-8-7
  it('of somebody who is removed already succeeds again', async () => {
    const acme = await aTeam();
    await remove(acme, ['oliver@acme.example']);
    const again = await remove(acme, ['oliver@acme.example', 'eve@acme.example']);
    expect([again.status, again.body]).toEqual([
      200,
      { message: '1 team member was removed; 1 team member was removed before.' },
    ]);
    expect((await remove(acme, ['eve@acme.example'])).body).toEqual({
      message: '0 team members were removed; 1 team member was removed before.',
    });
  });

  // @proves D-8-6
  it('takes them off their open tickets, which moves updated_at, and leaves the finished ones', async () => {
    const acme = await aTeam();
    const theirs = { assignee_email: 'oliver@acme.example' };
    const open = await aTicket(acme, theirs);
    const finished = await Promise.all(
      ['closed', 'spam', 'trash'].map((status) => aTicket(acme, { ...theirs, status })),
    );
    const eves = await aTicket(acme, { assignee_email: 'eve@acme.example' });
    const shown = async ({ number }: { number: number }) =>
      (await acme.client.get(`/tickets/${number}`)).body.ticket as Record<string, unknown>;
    const before = { open: await shown(open), finished: await Promise.all(finished.map(shown)) };
    await remove(acme, ['oliver@acme.example']);
    const after = await shown(open);
    expect(after).toEqual({ ...before.open, assignee: null, updated_at: expect.any(String) });
    expect(String(after['updated_at']) > String(before.open['updated_at'])).toBe(true);
    expect(await Promise.all(finished.map(shown))).toEqual(before.finished);
    expect(before.finished[0]).toMatchObject({ assignee: { email: 'oliver@acme.example' } });
    expect((await assigneeOf(acme, eves))?.email).toBe('eve@acme.example');
  });

  // @proves D-4-40
  it('makes it impossible to assign tickets to their address', async () => {
    const acme = await aTeam();
    const { number } = await aTicket(acme);
    await remove(acme, ['oliver@acme.example']);
    const response = await acme.client.put(`/tickets/${number}`, { assignee_email: 'oliver@acme.example' });
    expect([response.status, fieldErrors(response)]).toEqual([422, ['assignee_email']]);
  });

  // @proves S-9-5, D-9-2
  it('of the older version says that there is a newer one', async () => {
    const acme = await aTeam();
    const { headers } = await remove(acme, ['oliver@acme.example']);
    expect(headers).toMatchObject({
      deprecation: expect.stringMatching(/^@\d+$/),
      link: `<${CURRENT}>; rel="successor-version"`,
    });
    expect((await remove(acme, ['eve@acme.example'], CURRENT)).headers).not.toHaveProperty('deprecation');
  });
});

describe('a removal that is refused', () => {
  const hundred = Array.from({ length: 101 }, () => 'oliver@acme.example');
  // @proves S-4.8-5, D-2-21, D-8-1..4
  it.each<[string, unknown, string[]]>([
    ['no emails', undefined, ['emails']],
    ['null', null, ['emails']],
    ['a text', 'oliver@acme.example', ['emails']],
    ['an empty list', [], ['emails']],
    ['more than 100', hundred, ['emails']],
    [
      'what is no address',
      ['oliver@acme.example', 'eve', 7, null, ''],
      [1, 2, 3, 4].map((at) => `emails[${at}]`),
    ],
    [
      'strangers, together with what is no address',
      ['x@acme.example', 'oliver@acme.example', 'nope', 'X@acme.example'],
      ['emails[2]', 'emails[0]', 'emails[3]'],
    ],
  ])('for %s removes nobody', async (_name, emails, paths) => {
    const acme = await aTeam();
    const ticket = await aTicket(acme, { assignee_email: 'oliver@acme.example' });
    const response = await remove(acme, emails);
    expect([response.status, fieldErrors(response)]).toEqual([422, paths]);
    expect(await activeIn(acme)).toEqual(NAMES);
    expect((await assigneeOf(acme, ticket))?.email).toBe('oliver@acme.example');
  });

  // @proves D-2-22, D-8-1
  it('takes 100 addresses, and names unknown properties', async () => {
    const acme = await aTeam();
    expect((await remove(acme, hundred.slice(1))).status).toBe(200);
    const response = await acme.client
      .delete(CURRENT, { emails: ['eve@acme.example'], email: 'x' })
      .set('Accept', 'application/json');
    expect([response.status, fieldErrors(response)]).toEqual([422, ['email']]);
    expect(await activeIn(acme)).toEqual(['eve', 'mallory']);
  });

  // @proves D-8-3
  it("knows nobody of another workspace's team", async () => {
    const [acme, globex] = [await aWorkspace(app), await aTeam()];
    const response = await remove(acme, ['oliver@acme.example']);
    expect([response.status, fieldErrors(response)]).toEqual([422, ['emails[0]']]);
    expect(await activeIn(globex)).toEqual(NAMES);
  });

  // @proves S-4.8-3, D-2-13
  it('of the older version is 406 unless Accept names application/json', async () => {
    const acme = await aTeam();
    const emails = ['oliver@acme.example'];
    for (const accept of [
      '',
      '*/*',
      'application/*',
      'text/html',
      'application/json;q=0',
      'application/jsonp, application/problem+json',
    ]) {
      const response = await acme.client.delete(LEGACY, { emails }).set('Accept', accept);
      expect([accept, response.status, response.body.code]).toEqual([accept, 406, 'not_acceptable']);
    }
    const missing = await acme.client.delete(LEGACY, { emails }).unset('Accept');
    expect(missing.status).toBe(406);
    expect(await activeIn(acme)).toEqual(NAMES);
    for (const accept of [
      'text/html, Application/JSON;q=0.5',
      'application/json; charset=utf-8',
      '*/*, application/json',
    ]) {
      const response = await acme.client.delete(LEGACY, { emails }).set('Accept', accept);
      expect([accept, response.status]).toEqual([accept, 200]);
    }
  });

  // @proves E-14-16
  it('asks nothing of Accept in the current version', async () => {
    const acme = await aTeam();
    const removals = [
      ['oliver', '*/*'],
      ['eve', 'text/html'],
    ] as const;
    for (const [name, accept] of removals) {
      const emails = [`${name}@acme.example`];
      const response = await acme.client.delete(CURRENT, { emails }).set('Accept', accept);
      expect([accept, response.status]).toEqual([accept, 200]);
    }
    expect(
      (await acme.client.delete(CURRENT, { emails: ['mallory@acme.example'] }).unset('Accept')).status,
    ).toBe(200);
    expect(await activeIn(acme)).toEqual([]);
  });

  // @proves S-4.8-2
  it('is judged after the key and before the body', async () => {
    const acme = await aTeam();
    expect((await acme.stranger.delete(LEGACY, { emails: [] }).set('Accept', '*/*')).status).toBe(401);
    const broken = (accept: string) =>
      acme.client
        .request('delete', LEGACY)
        .set('Accept', accept)
        .set('Content-Type', 'application/json')
        .send('{');
    expect((await broken('*/*')).status).toBe(406);
    expect((await broken('application/json')).status).toBe(400);
  });
});

describe('removals at the same moment', () => {
  // @proves D-8-5
  it('as assignments leave no open ticket with a removed member', async () => {
    for (let round = 0; round < 5; round++) {
      const acme = await aTeam();
      const tickets = await Promise.all(Array.from({ length: 12 }, () => aTicket(acme)));
      const assign = ({ number }: { number: number }) =>
        acme.client.put(`/tickets/${number}`, { assignee_email: 'oliver@acme.example' });
      const responses = await Promise.all([
        ...tickets.slice(0, 6).map(assign),
        remove(acme, ['oliver@acme.example', 'eve@acme.example']),
        ...tickets.slice(6).map(assign),
        aTicket(acme, { assignee_email: 'oliver@acme.example' }).catch(() => null),
      ]);
      const statuses = responses.map((response) =>
        response && 'status' in response ? response.status : null,
      );
      expect(statuses[6]).toBe(200);
      const left = await acme.client.get('/tickets?assignee_email=oliver@acme.example');
      expect(left.body.pagination.total_records).toBe(0);
    }
  });

  it('that are under way are waited for by assignments of every kind, which then find nobody', async () => {
    const acme = await aTeam();
    const { number } = await aTicket(acme);
    const removal = await removalUnderWay(acme, 'oliver@acme.example');
    const assigned = acme.client
      .put(`/tickets/${number}`, { assignee_email: 'oliver@acme.example' })
      .then((response) => fieldErrors(response));
    const made = aTicket(acme, { assignee_email: 'oliver@acme.example' }).then(
      () => 'made',
      (error: unknown) => (error as DomainError).problems.map(({ path }) => path),
    );
    await until(async () => (await waitingForLocks(app.database)) >= 2);
    await removal.release();
    expect(await Promise.all([assigned, made])).toEqual([['assignee_email'], ['assignee_email']]);
  });

  it('of the same members all succeed, and each is removed once', async () => {
    const acme = await aTeam();
    const emails = NAMES.map((name) => `${name}@acme.example`);
    const responses = await Promise.all(
      Array.from({ length: 8 }, (_, at) => remove(acme, at % 2 === 0 ? emails : emails.toReversed())),
    );
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200));
    const removedNow = responses.filter(({ body }) => String(body.message).startsWith('3 team members'));
    expect(removedNow).toHaveLength(1);
    expect(await activeIn(acme)).toEqual([]);
  });
});

it('The names of a new member are trimmed, and a blank one counts as none.', async () => {
  const acme = await aTeam();
  const named = { emails: ['sam@acme.example'], first_name: ' Sam ', last_name: '\u200b ' };
  const { body } = await acme.client.post('/team-members', named).expect(201);
  expect(body.team_members[0]).toMatchObject({ first_name: 'Sam', last_name: null });
});
