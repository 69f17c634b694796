import type { Response } from 'supertest';
import { aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { EVE, KIM, TWO_AGENTS } from '../../support/data/comments.js';
import { tagOf } from '../../support/expectations.js';
import { aField } from '../../support/data/fields.js';
import { anIdleWebhook } from '../../support/data/webhooks.js';
import { useDesk, useQuiet } from '../../support/test-app.js';
import { asAdmin } from '../../support/test-database.js';
import { WorkspaceContent } from '../../support/data/stored/workspace-content.js';

const app = useDesk();
interface Updated {
  readonly updated_at: string;
}

let acme: TestWorkspace;
let content: WorkspaceContent;

beforeAll(async () => {
  acme = await aWorkspace(app);
  content = await WorkspaceContent.open(app.database);
});
afterAll(async () => {
  await content.close();
});

const read = async (path: string) => {
  const response = await acme.client.get(path);
  expect(response.status).toBe(200);
  return response;
};

describe('a writer with If-Match', () => {
  useQuiet();

  interface Target {
    readonly read: string;
    readonly method: 'put' | 'patch' | 'delete';
    readonly path: string;
    readonly body: (turn: number) => object | undefined;
    /** Makes it have another tag. */
    readonly change: (turn: number) => PromiseLike<Response>;
  }

  let turn = 0;
  const aTargetTicket = async (method: 'put' | 'patch', isLegacy = false): Promise<Target> => {
    const { number } = await aTicket(acme);
    const path = `/tickets/${number}`;
    return {
      read: path,
      method,
      path: isLegacy ? `/api/v1/public/tickets/${number}` : path,
      body: (at) => ({ subject: `Subject ${at}` }),
      change: (at) => acme.client.put(path, { tags: [`t${at}`] }),
    };
  };
  const aTargetField = async (method: 'patch' | 'delete'): Promise<Target> => {
    const { id } = await aField(acme, { name: `Field ${++turn}`, kind: 'text', state: 'inactive' });
    const path = `/fields/${id}`;
    return {
      read: path,
      method,
      path,
      body: (at) => (method === 'delete' ? undefined : { field: { name: `Renamed ${at}` } }),
      change: (at) => acme.client.patch(path, { field: { display_order: at } }),
    };
  };

  const targets: [string, () => Promise<Target>][] = [
    ['PUT of a ticket', () => aTargetTicket('put')],
    ['PATCH of a ticket', () => aTargetTicket('patch')],
    ['PUT of a ticket by the older address', () => aTargetTicket('put', true)],
    ['PATCH of a field', () => aTargetField('patch')],
    ['DELETE of a field', () => aTargetField('delete')],
  ];

  const send = ({ method, path, body }: Target, header: string, value: string) =>
    acme.client.request(method, path).set(header, value).send(body(++turn));

  // @proves D-2-34
  it.each(targets)(
    'by %s is refused with the current ETag when it has seen another state',
    async (_name, make) => {
      const target = await make();
      const seen = tagOf(await read(target.read));
      await target.change(++turn);
      const current = tagOf(await read(target.read));
      expect(current).not.toBe(seen);
      const before = await content.digest(acme);
      for (const value of [seen, `W/${current}`, '"x", "y"']) {
        const response = await send(target, 'If-Match', value);
        expect([value, response.status, response.body.code]).toEqual([value, 412, 'precondition_failed']);
        expect(tagOf(response)).toBe(current);
      }
      expect(await content.digest(acme)).toEqual(before);
    },
  );

  it.each(targets)('by %s writes when it has seen the current state', async (_name, make) => {
    for (const name of [(tag: string) => tag, (tag: string) => `"x", ${tag}`, () => '*']) {
      const target = await make();
      const seen = tagOf(await read(target.read));
      const response = await send(target, 'If-Match', name(seen));
      expect(response.status).toBe(target.method === 'delete' ? 204 : 200);
      const after = await acme.client.get(target.read);
      if (target.method === 'delete') expect(after.status).toBe(404);
      else expect(tagOf(after)).toBe(tagOf(response));
    }
  });

  it.each(targets)('by %s is refused when a header is malformed', async (_name, make) => {
    const target = await make();
    const before = await content.digest(acme);
    for (const header of ['If-Match', 'If-None-Match']) {
      const { status, body } = await send(target, header, 'x');
      expect([header, status, body.code]).toEqual([header, 400, 'malformed_header']);
    }
    expect(await content.digest(acme)).toEqual(before);
  });

  it.each(targets)('or If-None-Match by %s is held to that too', async (_name, make) => {
    const target = await make();
    const current = tagOf(await read(target.read));
    const before = await content.digest(acme);
    for (const value of ['*', current]) {
      const response = await send(target, 'If-None-Match', value);
      expect([value, response.status, tagOf(response)]).toEqual([value, 412, current]);
    }
    expect(await content.digest(acme)).toEqual(before);
    expect((await send(target, 'If-None-Match', '"x"')).status).toBeLessThan(300);
  });

  it('gets 404 for what does not exist, whatever it expects', async () => {
    const id = 'a0000000-0000-4000-8000-000000000000';
    const responses = await Promise.all([
      acme.client.put('/tickets/999999', {}).set('If-Match', '*'),
      acme.client.put(`/tickets/${id}`, {}).set('If-Match', '"x"'),
      acme.client.patch(`/fields/${id}`, { field: {} }).set('If-Match', '*'),
      acme.client.delete(`/fields/${id}`).set('If-Match', '"x"'),
    ]);
    expect(responses.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  });

  it('learns that it has seen another state before its body is judged', async () => {
    const { number } = await aTicket(acme);
    const request = acme.client.put(`/tickets/${number}`, { nope: 1, subject: '' }).set('If-Match', '"x"');
    expect((await request).status).toBe(412);
  });

  // @proves E-15-19
  it('sends no draft with other mentions than it has seen, also when the clock of the database was set back', async () => {
    const desk = await aWorkspace(app, TWO_AGENTS);
    const { number, id } = await aTicket(desk);
    const ahead = `UPDATE tickets SET updated_at = now() + interval '1 hour' WHERE workspace_id = $1 AND id = $2`;
    await asAdmin(app.database, ahead, [desk.scope.workspaceId, id]);
    const path = `/tickets/${number}/drafts/note`;
    const save = (mentions: object[]) =>
      desk.client.put(path, { author_email: EVE.email, content: 'Look', mentions }).expect(200);
    const seen = tagOf(await save([{ email: KIM.email }]));
    await save([]);
    await desk.client.post(`${path}/send`, {}).set('If-Match', seen).expect(412);
  });
});

describe('updated_at', () => {
  it.each([
    [
      'a field',
      'ticket_fields',
      async () => `/fields/${(await aField(acme, { name: 'Ahead', kind: 'text' })).id}`,
      { field: { is_required: true } },
    ],
    [
      'a webhook',
      'webhooks',
      async () => `/webhooks/${(await anIdleWebhook(acme)).id}`,
      { types: ['ticket.created'] },
    ],
  ])('of %s moves on with a change, also when the clock was set back', async (_what, table, make, change) => {
    const path = await make();
    const ahead = `UPDATE ${table} SET updated_at = now() + interval '1 minute' WHERE workspace_id = $1 AND id = $2`;
    await asAdmin(app.database, ahead, [acme.scope.workspaceId, path.split('/')[2]]);
    const momentIn = ({ body }: Response) => Object.values(body as Record<string, Updated>)[0]?.updated_at;
    const before = momentIn(await read(path));
    const after = momentIn(await acme.client.patch(path, change).expect(200));
    expect(Date.parse(after ?? '')).toBeGreaterThan(Date.parse(before ?? ''));
  });
});
