// HTML that attacks whoever shows it: cleaned where HTML is meant, kept as text where text is meant, refused elsewhere; and
// always sent as data that no browser takes for a page.
import type { Response } from 'supertest';
import { aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { fieldErrors } from '../../support/expectations.js';
import { dangersIn } from '../../support/data/texts/html-dangers.js';
import { HTML_PAYLOADS } from '../../support/data/texts/html-payloads.js';
import { useDesk } from '../../support/test-app.js';

const app = useDesk();
let acme: TestWorkspace;

beforeAll(async () => {
  acme = await aWorkspace(app, {
    fields: [
      { name: 'Notes', kind: 'textarea' },
      { name: 'Seats', kind: 'integer' },
      { name: 'Due', kind: 'date' },
      { name: 'Country', kind: 'single_option', options: ['India'] },
      { name: 'Products', kind: 'multi_option', options: ['Desk'] },
    ],
  });
  await aTicket(acme);
});

function expectData({ headers }: Response): void {
  expect(headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  });
}

const put = (body: object) => acme.client.put('/tickets/1', body);

describe('markup that attacks', () => {
  it.each(HTML_PAYLOADS)('is cleaned in a description, and kept as text in a field: %s', async (payload) => {
    // A subject is one line; a field can have several.
    const line = payload.replace(/\p{Cc}/gu, ' ');
    const changed = await put({
      description: `<p>before</p>${payload}<p>after</p>`,
      subject: line,
      ticket_fields: { Notes: payload },
    });
    const read = await acme.client.get('/tickets/1');
    for (const response of [changed, read]) {
      expect(response.status).toBe(200);
      expectData(response);
      const { description, subject, fields } = response.body.ticket as {
        description: string;
        subject: string;
        fields: object[];
      };
      expect(dangersIn(description)).toEqual([]);
      expect(description).toMatch(/^<p>before<\/p>/);
      expect(subject).toBe(line);
      expect(fields).toContainEqual({ field_name: 'Notes', field_value: payload });
    }
  });

  it.each(HTML_PAYLOADS)(
    'is refused where it is not one of the values, and not reflected as a page: %s',
    async (payload) => {
      const before = (await acme.client.get('/tickets/1')).body as object;
      const response = await put({
        status: payload,
        group: payload,
        priority: payload,
        assignee_email: payload,
        resolution_due_date: payload,
        ticket_fields: { Seats: payload, Due: payload, Country: payload, Products: [payload], [payload]: 1 },
        [payload]: 1,
      });
      expect(response.status).toBe(422);
      expectData(response);
      expect(fieldErrors(response).sort()).toEqual(
        [
          ...['assignee_email', 'group', 'priority', 'resolution_due_date', 'status', payload],
          ...['Seats', 'Due', 'Country', 'Products', payload].map((name) => `ticket_fields.${name}`),
        ].sort(),
      );
      const found = await acme.client.get(`/tickets?field_name=${encodeURIComponent(payload)}&field_value=x`);
      expect(found.status).toBe(422);
      expectData(found);
      expect((await acme.client.get('/tickets/1')).body).toEqual(before);
    },
  );
});
