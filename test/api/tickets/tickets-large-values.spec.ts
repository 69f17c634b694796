import { aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { useDesk } from '../../support/test-app.js';

/** The longest value of a `textarea`: sixteen with their fields are more than 1 MiB. */
const LONG = 'x'.repeat(65_535);
const NAMES = Array.from({ length: 20 }, (_, index) => `Field ${index}`);

const app = useDesk();
let acme: TestWorkspace;

beforeAll(async () => {
  acme = await aWorkspace(app, { fields: NAMES.map((name) => ({ name, kind: 'textarea' })) });
});

const longValues = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, LONG]));

const valuesOf = async (number: number) => {
  const { body } = await acme.client.get(`/tickets/${number}`);
  const fields = body.ticket.fields as { field_name: string; field_value: string }[];
  return fields.flatMap(({ field_name, field_value }) => (field_value === '' ? [] : [field_name]));
};

describe('The field values of a ticket', () => {
  it('together may have 1 MiB, and a change that makes them larger is refused', async () => {
    const { number } = await aTicket(acme);
    const set = (names: readonly string[]) =>
      acme.client.put(`/tickets/${number}`, { ticket_fields: longValues(names) });
    expect((await set(NAMES.slice(0, 10))).status).toBe(200);
    expect((await set(NAMES.slice(10, 15))).status).toBe(200);
    const refused = await set(NAMES.slice(15, 17));
    expect([refused.status, refused.body.field_errors]).toEqual([
      422,
      [
        {
          field: 'ticket_fields',
          message: 'must be at most 1 MiB together with the values that the ticket has',
        },
      ],
    ]);
    expect(await valuesOf(number)).toEqual(NAMES.slice(0, 15));
  });

  it('that are larger already stay, are shown, may shrink, and may not grow', async () => {
    const { number } = await aTicket(acme, { external_id: 'large', source: 'before' });
    const line = { email: 'someone@customer.example', subject: 'Large', ticket_fields: longValues(NAMES) };
    await app.operator.import(acme.scope.workspaceId, [
      JSON.stringify({ ...line, external_id: 'large', source: 'before' }),
    ]);
    const put = (ticket_fields: object) => acme.client.put(`/tickets/${number}`, { ticket_fields });
    expect(await valuesOf(number)).toEqual(NAMES);
    expect((await put({ 'Field 0': 'short' })).status).toBe(200);
    expect((await put({ 'Field 0': LONG })).status).toBe(422);
    expect((await acme.client.put(`/tickets/${number}`, { subject: 'Still changed' })).status).toBe(200);
    expect(await valuesOf(number)).toEqual(NAMES);
  });
});
