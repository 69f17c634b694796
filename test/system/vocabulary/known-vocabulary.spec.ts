import { ApiClient } from '../../support/servers/api-client.js';
import { aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { fieldErrors } from '../../support/expectations.js';
import { aField, type ShownField } from '../../support/data/fields.js';
import { startOtherApp, startTestApp, type TestApp } from '../../support/test-app.js';
import { asAdmin } from '../../support/test-database.js';

/** Processes remember the names of a workspace, and nobody may notice: every answer has the names of its moment. */
let here: TestApp;
let there: TestApp;
/** Remembers nothing, because nothing fits. */
let forgetful: TestApp;
let workspace: TestWorkspace;

beforeAll(async () => {
  here = await startTestApp();
  [there, forgetful] = await Promise.all([startOtherApp(), startTestApp({ vocabularyCacheBytes: 1 })]);
});
afterAll(() => Promise.all([here.stop(), there.stop(), forgetful.stop()]));

beforeEach(async () => {
  workspace = await aWorkspace(here, {
    groups: [{ name: 'Support' }],
    fields: [{ name: 'Colour', kind: 'single_option', options: ['Red', 'Blue'] }],
  });
});

interface ShownTicket {
  readonly number: number;
  readonly status: string;
  readonly group: string | null;
  readonly fields: readonly { readonly field_name: string; readonly field_value: unknown }[];
}

const clientOf = (app: TestApp) => new ApiClient(app, workspace.subdomain, workspace.key);
const everywhere = () => [here, there, forgetful].map(clientOf);

/** The ticket as every process shows it, alone and in the list; all must agree. */
async function shown(number: number): Promise<ShownTicket> {
  const answers = await Promise.all(
    everywhere().flatMap((client) => [
      client.get(`/tickets/${number}`).then(({ body }) => body.ticket as ShownTicket),
      client.get('/tickets').then(({ body }) => (body.tickets as ShownTicket[])[0]),
    ]),
  );
  for (const answer of answers) expect(answer).toEqual(answers[0]);
  return answers[0] as ShownTicket;
}

async function colour(): Promise<ShownField> {
  const { body } = await workspace.client.get('/fields');
  return (body.fields as ShownField[])[0] as ShownField;
}

const rename = (field: ShownField, change: object) =>
  workspace.client.patch(`/fields/${field.id}`, { field: change });

describe('the names in a ticket', () => {
  it('are new in every process as soon as somebody was told that they changed', async () => {
    const { number } = await aTicket(workspace, { ticket_fields: { Colour: 'Red' } });
    const field = await colour();
    const [red] = field.options ?? [];
    expect((await shown(number)).fields).toEqual([{ field_name: 'Colour', field_value: 'Red' }]);

    await rename(field, { name: 'Hue' });
    expect((await shown(number)).fields).toEqual([{ field_name: 'Hue', field_value: 'Red' }]);

    await rename(field, { data: [{ id: red?.id, label: 'Crimson' }] });
    expect((await shown(number)).fields).toEqual([{ field_name: 'Hue', field_value: 'Crimson' }]);

    await rename(field, { remove_option_ids: [red?.id] });
    expect((await shown(number)).fields).toEqual([{ field_name: 'Hue', field_value: 'Crimson' }]);

    await rename(field, { state: 'inactive' });
    expect((await shown(number)).fields).toEqual([]);
  });

  it('are those of the database, also after somebody restored an earlier state of it', async () => {
    const { number } = await aTicket(workspace, { group: 'Support' });
    const { workspaceId } = workspace.scope;
    const set = async (name: string) => {
      await asAdmin(here.database, 'UPDATE groups SET name = $2 WHERE workspace_id = $1', [
        workspaceId,
        name,
      ]);
    };
    const versions = 'SELECT version FROM vocabulary_versions WHERE workspace_id = $1';
    const [before] = await asAdmin<{ version: string }>(here.database, versions, [workspaceId]);
    expect((await shown(number)).group).toBe('Support');
    await set('Help');
    expect((await shown(number)).group).toBe('Help');
    await set('Support');
    const restore = 'UPDATE vocabulary_versions SET version = $2 WHERE workspace_id = $1';
    await asAdmin(here.database, restore, [workspaceId, before?.version]);
    expect((await shown(number)).group).toBe('Support');
  });

  it('are never older than the last change that was answered, while they change all the time', async () => {
    const { number } = await aTicket(workspace, { ticket_fields: { Colour: 'Red' } });
    const field = await colour();
    const [red] = field.options ?? [];
    let answered = 0;
    let sent = 0;
    const changing = (async () => {
      for (sent = 1; sent <= 60; sent++) {
        const { status } = await rename(field, { data: [{ id: red?.id, label: `Red ${sent}` }] });
        expect(status).toBe(200);
        answered = sent;
      }
    })();
    const placeOf = (ticket: ShownTicket | undefined) => {
      const label = ticket?.fields[0]?.field_value as string;
      return label === 'Red' ? 0 : Number(/^Red (\d+)$/.exec(label)?.[1]);
    };
    const reading = everywhere().flatMap((client) =>
      ['/tickets', `/tickets/${number}`].map(async (path) => {
        while (answered < 60) {
          const before = answered;
          const { status, body } = await client.get(path);
          expect(status).toBe(200);
          const place = placeOf(
            (body.tickets as ShownTicket[] | undefined)?.[0] ?? (body.ticket as ShownTicket),
          );
          expect(place).toBeGreaterThanOrEqual(before);
          expect(place).toBeLessThanOrEqual(sent);
        }
      }),
    );
    await Promise.all([changing, ...reading]);
  });
});

describe('the names in a request', () => {
  it('can be used in every process as soon as they are there', async () => {
    const { number } = await aTicket(workspace);
    await shown(number);
    await aField(workspace, { name: 'Shape', kind: 'text' });
    for (const [at, client] of everywhere().entries()) {
      const updated = await client.put(`/tickets/${number}`, { ticket_fields: { Shape: `Round ${at}` } });
      expect(updated.status).toBe(200);
      const found = await client.get(`/tickets?field_name=Shape&field_value=Round%20${at}`);
      expect(found.body.pagination).toMatchObject({ total_records: 1 });
    }
  });

  it('are refused in every process as soon as they are gone', async () => {
    const { number } = await aTicket(workspace, { ticket_fields: { Colour: 'Blue' } });
    const field = await colour();
    const [red] = field.options ?? [];
    await shown(number);
    await rename(field, { remove_option_ids: [red?.id] });
    for (const client of everywhere()) {
      const refused = await client.put(`/tickets/${number}`, { ticket_fields: { Colour: 'Red' } });
      expect([refused.status, fieldErrors(refused)]).toEqual([422, ['ticket_fields.Colour']]);
    }
    await rename(field, { name: 'Hue' });
    for (const client of everywhere()) {
      const refused = await client.get('/tickets?field_name=Colour&field_value=Blue');
      expect([refused.status, fieldErrors(refused)]).toEqual([422, ['field_name']]);
    }
  });

  it('can be set while they change all the time', async () => {
    const { number } = await aTicket(workspace);
    const field = await colour();
    const [red] = field.options ?? [];
    const relabel = (label: string) => rename(field, { data: [{ id: red?.id, label }] });
    const changing = (async () => {
      for (let at = 0; at < 30; at++) await relabel(at % 2 === 0 ? 'Scarlet' : 'Red');
    })();
    const setting = everywhere().map(async (client) => {
      for (let at = 0; at < 20; at++) {
        const answer = await client.put(`/tickets/${number}`, {
          subject: `Change ${at}`,
          ticket_fields: { Colour: at % 2 === 0 ? 'Red' : 'Scarlet' },
        });
        expect([200, 422]).toContain(answer.status);
        if (answer.status === 200)
          expect((answer.body.ticket as ShownTicket).fields[0]?.field_value).toMatch(/^(Red|Scarlet)$/);
      }
    });
    await Promise.all([changing, ...setting]);
  });
});

describe('the contacts of a customer in a ticket', () => {
  it('stand in its row as in their own tables, however it came to be', async () => {
    const { number } = await aTicket(workspace, { email: 'by.import@customer.example', name: 'Eve Jones' });
    await workspace.client.put(`/tickets/${number}`, { email: 'by.update@customer.example' });
    await workspace.client.post('/customers', {
      customer: { emails: ['by.api@customer.example', 'second@customer.example'], phones: ['+1 555 0100'] },
    });
    const differing = `SELECT c.id FROM customers c WHERE c.workspace_id = $1
      AND (c.primary_email, c.phones) IS DISTINCT FROM (
        (SELECT e.email FROM customer_emails e WHERE e.workspace_id = $1 AND e.customer_id = c.id AND e.is_primary),
        ARRAY(SELECT p.phone FROM customer_phones p WHERE p.workspace_id = $1 AND p.customer_id = c.id ORDER BY p.position))`;
    expect(await asAdmin(here.database, differing, [workspace.scope.workspaceId])).toEqual([]);
  });
});
