import type { Response } from 'supertest';
import { aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { tagOf } from '../../support/expectations.js';
import { aField } from '../../support/data/fields.js';
import { useDesk } from '../../support/test-app.js';

const app = useDesk();
let acme: TestWorkspace;

beforeAll(async () => {
  acme = await aWorkspace(app);
});

const read = async (path: string) => {
  const response = await acme.client.get(path);
  expect(response.status).toBe(200);
  return response;
};

describe('clients that read, change and write with If-Match in a loop', () => {
  /** Until the write is taken; how often it was refused is returned. */
  async function insist(path: string, write: (seen: Response) => object, method: 'put' | 'patch') {
    for (let refused = 0; ; refused++) {
      const seen = await read(path);
      const response = await acme.client.request(method, path).set('If-Match', tagOf(seen)).send(write(seen));
      if (response.status === 200) return refused;
      expect(response.status).toBe(412);
    }
  }

  it('lose nothing of a ticket: 50 of them add a tag each', async () => {
    const { number } = await aTicket(acme);
    const names = Array.from({ length: 50 }, (_, at) => `client-${at}`);
    const refused = await Promise.all(
      names.map((name) =>
        insist(`/tickets/${number}`, ({ body }) => ({ tags: [...body.ticket.tags, name] }), 'put'),
      ),
    );
    const { body } = await read(`/tickets/${number}`);
    expect([...body.ticket.tags].sort()).toEqual(names.sort());
    // They met: without the condition some would have been lost.
    expect(refused.reduce((sum, count) => sum + count)).toBeGreaterThan(0);
  });

  it('lose nothing of a field: 15 of them add one to a number', async () => {
    const { id } = await aField(acme, { name: 'Counted', kind: 'text', display_order: 0 });
    const clients = Array.from({ length: 15 }, () =>
      insist(
        `/fields/${id}`,
        ({ body }) => ({ field: { display_order: Number(body.field.display_order) + 1 } }),
        'patch',
      ),
    );
    await Promise.all(clients);
    expect((await read(`/fields/${id}`)).body.field.display_order).toBe(15);
  });
});
