import { randomUUID } from 'node:crypto';
import type { Response } from 'supertest';
import { entriesOf } from '../../support/data/audit.js';
import { aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { aField } from '../../support/data/fields.js';
import { WorkspaceContent } from '../../support/data/stored/workspace-content.js';
import { aCustomer, sentWithKey, type Write } from '../../support/data/writes.js';
import { useDesk } from '../../support/test-app.js';
import { until } from '../../support/until.js';

const app = useDesk();
let acme: TestWorkspace;
let content: WorkspaceContent;

beforeAll(async () => {
  acme = await aWorkspace(app);
  content = await WorkspaceContent.open(app.database);
});
afterAll(async () => {
  await content.close();
});

let turn = 0;
const newKey = () => `"${randomUUID()}"`;
const send = (write: Write, key: string) => sentWithKey(acme, write, key);
const isReplay = ({ headers }: Response) => headers['idempotent-replayed'] === 'true';

describe('requests at the same moment', () => {
  // @proves D-2-32
  it('that are 50 copies of one make one customer and get one reply', async () => {
    const write = aCustomer();
    const key = newKey();
    const insist = async (): Promise<Response> => {
      let response: Response | undefined;
      await until(async () => {
        response = await send(write, key);
        if (response.status !== 409) return true;
        expect(response.body.code).toBe('request_in_progress');
        expect(response.headers['retry-after']).toBe('1');
        return false;
      });
      return response as Response;
    };
    const responses = await Promise.all(Array.from({ length: 50 }, insist));
    const [first] = responses;
    expect(first?.status).toBe(200);
    expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
    expect(responses.filter((response) => !isReplay(response))).toHaveLength(1);
    const { emails } = (write.body as { customer: { emails: [string] } }).customer;
    const made = (await entriesOf(acme)).filter(({ after }) => JSON.stringify(after).includes(emails[0]));
    expect(made.map(({ action }) => action)).toEqual(['customer.created']);
  });

  it('whose name others took in between are repeated within their own unit of work', async () => {
    const fields = await Promise.all(
      Array.from({ length: 8 }, () => aField(acme, { name: `Racer ${++turn}`, kind: 'text' })),
    );
    const responses = await Promise.all(
      fields.map(({ id }) =>
        send({ method: 'patch', path: `/fields/${id}`, body: { field: { name: 'Winner' } } }, newKey()),
      ),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(7).fill(422)]);
  });

  it('of which one deletes a field clear its values once the deletion is kept', async () => {
    const { id, name } = await aField(acme, { name: `Swept ${++turn}`, kind: 'text' });
    const value = randomUUID();
    await aTicket(acme, { ticket_fields: { [name]: value } });
    await acme.client.patch(`/fields/${id}`, { field: { state: 'inactive' } });
    expect((await send({ method: 'delete', path: `/fields/${id}` }, newKey())).status).toBe(204);
    await until(async () => (await content.rowsWith(value, acme)) === 0);
  });
});
