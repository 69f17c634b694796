import { aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { audited } from '../../support/data/audit.js';
import { EVE, TWO_AGENTS } from '../../support/data/comments.js';
import { aWebhook } from '../../support/data/webhooks.js';
import { useDesk } from '../../support/test-app.js';

const URL = 'https://receiver.example/desk';
const COMPANY = '0190c7a4-9e22-7040-8d31-6c7b8d9e0f1a';
const FILTER = {
  ...{ status: ['new', 'open'], group: ['Tier 1'], tag: ['vip'], priority: ['urgent'] },
  ...{ category: ['Questions', 'None'], company_id: [COMPANY], channel: ['api'] },
};

const app = useDesk({ webhooks: { allowsHttp: false } });
let acme: TestWorkspace;
let eve: string;

beforeEach(async () => {
  const companies = [{ id: COMPANY, name: 'Globex' }];
  acme = await aWorkspace(app, { ...TWO_AGENTS, companies, groups: [{ name: 'Tier 1' }] });
  const { body } = await acme.client.get('/team-members').expect(200);
  const team = body.team_members as { id: string; email: string }[];
  eve = team.find(({ email }) => email === EVE.email)?.id ?? '';
});

const fieldsOf = ({ body }: { readonly body: { field_errors: readonly { readonly field: string }[] } }) =>
  body.field_errors.map(({ field }) => field);
const patch = (id: string, body: object) => acme.client.patch(`/webhooks/${id}`, body);

// @proves E-33-1, E-33-2
describe('the filter of a webhook', () => {
  it('is shown as it was sent, stays when other properties change, and is removed with null', async () => {
    const filter = { ...FILTER, mentions: [eve] };
    const made = await aWebhook(acme, { url: URL, include_notes: true, filter });
    expect(made).toMatchObject({ filter });
    const { body } = await patch(made.id, { include_silent: true }).expect(200);
    expect(body.webhook).toMatchObject({ filter, include_silent: true });
    expect((await patch(made.id, { filter: null }).expect(200)).body.webhook.filter).toBeNull();
    expect((await acme.client.get(`/webhooks/${made.id}`)).body.webhook.filter).toBeNull();
  });

  it('is null where nobody named one', async () => {
    expect(await aWebhook(acme, { url: URL })).toMatchObject({ filter: null });
    expect(await aWebhook(acme, { url: URL, filter: null })).toMatchObject({ filter: null });
  });

  it('is replaced as a whole', async () => {
    const { id } = await aWebhook(acme, { url: URL, filter: FILTER });
    const { body } = await patch(id, { filter: { tag: ['late'] } }).expect(200);
    expect(body.webhook.filter).toEqual({ tag: ['late'] });
  });

  it('is refused with the paths of all problems, and nothing is changed', async () => {
    const { id } = await aWebhook(acme, { url: URL, filter: FILTER });
    const filter = {
      status: ['new', 'nope'],
      group: [],
      priority: 'high',
      colour: ['red'],
      company_id: [id],
    };
    for (const refused of [
      await acme.client.post('/webhooks', { url: URL, types: ['ticket.created'], filter }).expect(422),
      await patch(id, { filter }).expect(422),
    ])
      expect(fieldsOf(refused).sort()).toEqual([
        ...['filter.colour', 'filter.company_id[0]', 'filter.group', 'filter.priority', 'filter.status[1]'],
      ]);
    for (const wrong of [[], 'new', 1]) {
      expect(fieldsOf(await patch(id, { filter: wrong }).expect(422))).toEqual(['filter']);
    }
    expect((await acme.client.get(`/webhooks/${id}`)).body.webhook.filter).toEqual(FILTER);
  });

  // @proves E-33-3
  it('takes mentions only while the webhook is told of notes', async () => {
    const filter = { mentions: [eve] };
    const settings = { url: URL, types: ['comment.created'], filter };
    expect(fieldsOf(await acme.client.post('/webhooks', settings).expect(422))).toEqual(['filter.mentions']);
    const { id } = await aWebhook(acme, { ...settings, include_notes: true });
    await patch(id, { include_notes: false }).expect(422);
    await patch(id, { include_notes: false, filter: null }).expect(200);
  });

  it('is in the audit trail with its old and its new state, by its names', async () => {
    const { id } = await aWebhook(acme, { url: URL, filter: { group: ['Tier 1'] } });
    const { entries } = await audited(acme, () => patch(id, { filter: null }));
    expect(entries).toHaveLength(1);
    expect(entries[0]).toMatchObject({ before: { filter: { group: ['Tier 1'] } }, after: { filter: null } });
  });

  // @proves E-33-4
  it('comes from a manifest, whose wrong values are refused at their own places', async () => {
    const { subdomain } = acme;
    const manifest = (filter: unknown): string =>
      JSON.stringify({
        workspace: { subdomain, name: subdomain },
        groups: [{ name: 'Tier 2' }],
        webhooks: [{ url: URL, types: ['ticket.created'], filter }],
      });
    const apply = (filter: unknown) => app.operator.apply(manifest(filter));
    expect((await apply({ group: ['Tier 2'] })).changes).toHaveLength(2);
    expect((await apply({ group: ['Tier 2'] })).changes).toEqual([]);
    const shown = async () => (await acme.client.get('/webhooks')).body.webhooks[0].filter as unknown;
    expect(await shown()).toEqual({ group: ['Tier 2'] });
    const at = (path: string) => ({ problems: [expect.objectContaining({ path })] });
    const unknown = { group: ['Tier 2', 'Tier 3'] };
    await expect(apply(unknown)).rejects.toMatchObject(at('webhooks[0].filter.group[1]'));
    await expect(apply(['Tier 2'])).rejects.toMatchObject(at('webhooks[0].filter'));
    expect((await apply(null)).changes).toEqual([`updated webhook ${URL}`]);
    expect(await shown()).toBeNull();
  });
});
