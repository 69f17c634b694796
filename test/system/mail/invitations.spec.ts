import { audited } from '../../support/data/audit.js';
import { aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { TWO_AGENTS } from '../../support/data/comments.js';
import {
  aMailingWorkspace,
  listedMails,
  MAIL_FROM,
  startMailing,
  theMail,
  tryAgain,
} from '../../support/data/mails/mails.js';
import { holdMails, waitingForLocks } from '../../support/data/stored/held.js';
import type { ShownMember } from '../../support/data/team-members.js';
import { Desk } from '../../support/servers/desk.js';
import type { MailServer, ReceivedMail } from '../../support/fakes/mail-server.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { asAdmin } from '../../support/test-database.js';
import { until } from '../../support/until.js';

const [SAM, ANN] = ['sam@team.example', 'ann@team.example'];

let server: MailServer;
let app: TestApp;
let acme: TestWorkspace;

beforeAll(async () => {
  ({ server, app } = await startMailing());
});
afterAll(() => app.stop());
beforeEach(async () => {
  server.reset();
  acme = await aMailingWorkspace(app, { name: 'Acme Inc' });
});

const inviting = ({ client }: TestWorkspace, emails: readonly string[], more: object = {}) =>
  client.post('/team-members', { emails, send_invitation_email: true, ...more });
/** Invites, and returns whether each was mailed. */
const invited = async (workspace: TestWorkspace, ...emails: string[]): Promise<boolean[]> =>
  (await inviting(workspace, emails).expect(201)).body.invitation_email_sent as boolean[];
const idOf = async ({ client }: TestWorkspace, email: string): Promise<string> => {
  const { body } = await client.get(`/team-members?email=${email}`).expect(200);
  return (body.team_members as ShownMember[])[0]?.id ?? '';
};
const remove = async (workspace: TestWorkspace, email: string): Promise<void> => {
  await workspace.client.delete(`/team-members/${await idOf(workspace, email)}`).expect(204);
};
const rows = ({ scope }: TestWorkspace) =>
  asAdmin<{ state: string; answer: string | null }>(
    app.database,
    'SELECT state, answer FROM mails WHERE workspace_id = $1',
    [scope.workspaceId],
  );
/** Waits until a workspace has sent a number of mails. The server may also get what earlier tests have left. */
const mailsOf = async ({ subdomain }: TestWorkspace, count: number): Promise<readonly ReceivedMail[]> => {
  const sent = () => server.received.filter(({ header }) => header('message-id')?.includes(subdomain));
  await until(() => sent().length >= count);
  return sent();
};
const later = ({ scope }: TestWorkspace, hours: number) =>
  asAdmin(
    app.database,
    `UPDATE mails SET created_at = (created_at AT TIME ZONE 'UTC' - $2 * interval '1 hour') AT TIME ZONE 'UTC' WHERE workspace_id = $1`,
    [scope.workspaceId, hours],
  );

describe('the invitation of a team member', () => {
  // @proves E-14-13
  it('is a short mail without a word of the request, and the answer and the trail say so', async () => {
    const named = { first_name: 'Cheap', last_name: 'Pills', send_invitation_email: 'true' };
    const { response, entries } = await audited(acme, () => inviting(acme, [SAM], named));
    expect([response.status, Object.keys(response.body as object)]).toEqual([
      201,
      ['team_members', 'invitation_email_sent'],
    ]);
    expect(response.body.invitation_email_sent).toEqual([true]);
    expect(entries).toMatchObject([
      { action: 'team_member.created', after: { email: SAM, invitation_email_sent: true } },
    ]);
    const [sent] = await mailsOf(acme, 1);
    const { envelope, mail, raw, header } = sent as ReceivedMail;
    expect(envelope).toEqual([SAM]);
    expect(mail).toMatchObject({
      subject: 'You belong to the team of Acme Inc now',
      from: { name: 'Acme Inc', address: MAIL_FROM },
    });
    expect(mail.text).toContain('was added to the team that answers the requests of customers of Acme Inc');
    expect(raw).not.toMatch(/cheap|pills/i);
    expect(header('auto-submitted')).toBe('auto-generated');
    expect(header('message-id')).toMatch(
      new RegExp(`^<invitation-[0-9a-f-]{36}@${acme.subdomain}\\.desk\\.test>$`),
    );
    await until(async () => (await rows(acme))[0]?.state === 'sent');
  });

  // @proves E-14-13
  it.each([
    ['not at all', {}],
    ['with false', { send_invitation_email: false }],
    ['with false as a text', { send_invitation_email: 'false' }],
  ])('is not mailed when it is asked for %s, and the answer has no word of it', async (_what, asked) => {
    const { response, entries } = await audited(acme, () =>
      acme.client.post('/team-members', { emails: [SAM], ...asked }),
    );
    expect(Object.keys(response.body as object)).toEqual(['team_members']);
    expect(entries[0]?.after).not.toHaveProperty('invitation_email_sent');
    expect(await rows(acme)).toEqual([]);
  });

  // @proves E-14-13
  it.each(['yes', 1, null])('is refused when it is asked for with %j', async (asked) => {
    const { body } = await inviting(acme, [SAM], { send_invitation_email: asked }).expect(422);
    expect(body.field_errors).toMatchObject([{ field: 'send_invitation_email' }]);
    expect(await rows(acme)).toEqual([]);
  });

  // @proves E-14-13
  it('is not mailed by a workspace without an address, nor by a service without a mail server', async () => {
    const quiet = await aWorkspace(app, TWO_AGENTS);
    const { response, entries } = await audited(quiet, () => inviting(quiet, [SAM, ANN]));
    expect([response.status, response.body.invitation_email_sent]).toEqual([201, [false, false]]);
    expect(entries[0]?.after).toMatchObject({ invitation_email_sent: false });
    const other = await startTestApp({ database: app.database });
    const { body } = await inviting({ ...acme, client: acme.client.at(other) }, [SAM]).expect(201);
    await other.stop();
    expect([body.invitation_email_sent, await rows(quiet), await rows(acme)]).toEqual([[false], [], []]);
  });

  // @proves E-14-14
  it('is mailed to nobody when somebody in the request is refused', async () => {
    await inviting(acme, [SAM, 'eve@team.example']).expect(422);
    expect(await rows(acme)).toEqual([]);
  });

  // @proves E-20-4
  it('does not go to the desk itself, nor to addresses that nobody can have', async () => {
    const desk = await aMailingWorkspace(app, { reply_to: 'answers@acme.example' });
    const own = [MAIL_FROM.toUpperCase(), 'Answers@acme.example', 'x@erased.invalid'];
    expect(await invited(desk, ...own, SAM)).toEqual([false, false, false, true]);
    expect((await mailsOf(desk, 1)).map(({ envelope }) => envelope)).toEqual([[SAM]]);
  });
});

describe('a second invitation', () => {
  // @proves E-14-13
  it('goes to the same address only after 24 hours, whatever its case, also after a removal', async () => {
    expect(await invited(acme, SAM)).toEqual([true]);
    // A removed member is mailed no more.
    await mailsOf(acme, 1);
    await remove(acme, SAM);
    expect(await invited(acme, ANN, SAM.toUpperCase())).toEqual([true, false]);
    await mailsOf(acme, 2);
    await later(acme, 23);
    await remove(acme, SAM);
    expect(await invited(acme, SAM)).toEqual([false]);
    await later(acme, 2);
    await remove(acme, SAM);
    expect(await invited(acme, SAM)).toEqual([true]);
    expect((await mailsOf(acme, 3)).map(({ envelope }) => envelope)).toEqual([[SAM], [ANN], [SAM]]);
  });

  // @proves E-14-13
  it('does not go to an address that another member had meanwhile, but to that of another workspace', async () => {
    await invited(acme, SAM);
    const moved = { email: 'moved@team.example' };
    await acme.client.patch(`/team-members/${await idOf(acme, SAM)}`, moved).expect(200);
    expect(await invited(acme, SAM)).toEqual([false]);
    expect(await invited(await aMailingWorkspace(app), SAM)).toEqual([true]);
  });

  // @proves E-14-13
  it('at the same moment is one mail', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => inviting(acme, [SAM])));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(5).fill(422)]);
    expect(await rows(acme)).toHaveLength(1);
  });
});

describe('a hundred invitations a day', () => {
  /** Makes the workspace look as if it had invited a number of people already. */
  const haveInvited = async (count: number) =>
    asAdmin(
      app.database,
      `INSERT INTO mails (workspace_id, id, kind, team_member_id, email_key, state, finished_at)
       SELECT workspace_id, gen_random_uuid(), 'invitation', id, 'm' || n || '@team.example', 'sent', now()
       FROM team_members, generate_series(1, $2::integer) n WHERE workspace_id = $1 AND email = 'eve@team.example'`,
      [acme.scope.workspaceId, count],
    );

  // @proves E-14-13
  it('are the limit of a workspace, in the order of the addresses', async () => {
    await haveInvited(98);
    expect(await invited(acme, 'a@team.example', 'b@team.example', 'c@team.example')).toEqual([
      true,
      true,
      false,
    ]);
    expect(await invited(acme, 'd@team.example')).toEqual([false]);
    expect(await invited(await aMailingWorkspace(app), 'd@team.example')).toEqual([true]);
    await later(acme, 25);
    expect(await invited(acme, 'e@team.example')).toEqual([true]);
  });

  // @proves E-14-13
  it('are counted exactly when several requests invite at once', async () => {
    await haveInvited(97);
    const held = await holdMails(app.database);
    const answers = Promise.all(
      Array.from({ length: 6 }, (_, n) => invited(acme, `x${n}@team.example`, `y${n}@team.example`)),
    );
    // One of them waits with its mails, and the others for it.
    await until(async () => (await waitingForLocks(app.database)) >= 6);
    await held.release();
    expect((await answers).flat().filter(Boolean)).toHaveLength(3);
    expect(await rows(acme)).toHaveLength(100);
  });
});

describe('an invitation that waits', () => {
  it.each([
    ['was removed', (id: string) => acme.client.delete(`/team-members/${id}`)],
    ['has another address', (id: string) => acme.client.patch(`/team-members/${id}`, { email: ANN })],
  ])('is not sent any more to a member who %s', async (_what, change) => {
    server.answer = { code: 451, text: 'Later' };
    await invited(acme, SAM);
    expect(await theMail(acme, 'pending', 1)).toMatchObject({
      ...{ kind: 'invitation', ticket_number: null, team_member_email: SAM },
    });
    expect(await Desk.on(app.database).output(['mail', 'list', acme.subdomain])).toMatch(
      new RegExp(`${SAM} +invitation +pending +1 `),
    );
    await change(await idOf(acme, SAM));
    server.answer = 'take';
    await tryAgain(acme);
    expect(await theMail(acme, 'skipped')).toMatchObject({
      answer: 'the team member was removed or has another address',
    });
    expect([await mailsOf(acme, 0), (await listedMails(acme)).length]).toEqual([[], 1]);
  });
});
