import { DataSource } from 'typeorm';
import { poolOf } from '../../../src/platform/database/pg-internals.js';
import { aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { CLEAN, stateOf, type ConnectionState } from '../../support/connection-state.js';
import { startLocalApp, type LocalApp } from '../../support/servers/local-app.js';

let app: LocalApp;
let acme: TestWorkspace;

beforeAll(async () => {
  // One connection: what a request leaves behind is there for the next one.
  app = await startLocalApp({ poolSize: 1 });
  acme = await aWorkspace(app);
  await aTicket(acme);
});
afterAll(() => app.stop());

/** The only connection of the pool, as the next request finds it. */
const state = (): Promise<ConnectionState> => stateOf(poolOf(app.app.get(DataSource)));

describe('a connection names no workspace any more', () => {
  it.each([
    ['one ticket', '/tickets/1'],
    ['tickets', '/tickets'],
    ['tickets with a tag', '/tickets?tag=refund'],
    ['the fields', '/fields'],
    ['the forms', '/forms'],
  ])('after %s was read', async (_what, path) => {
    expect((await acme.client.get(path)).status).toBe(200);
    expect(await state()).toEqual(CLEAN);
  });

  it('after a ticket was written', async () => {
    expect((await acme.client.put('/tickets/1', { subject: 'Written' })).status).toBe(200);
    expect(await state()).toEqual(CLEAN);
  });

  it.each([
    ['a write was refused', 422, '/tickets/1', { status: 'no such status' }],
    ['a write found nothing', 404, '/tickets/99', { subject: 'Nowhere' }],
  ])('after %s', async (_what, status, path, body) => {
    expect((await acme.client.put(path, body)).status).toBe(status);
    expect(await state()).toEqual(CLEAN);
  });

  it('after a workspace was made and counted', async () => {
    const globex = await aWorkspace(app);
    await app.operator.work(globex.scope.workspaceId);
    expect(await state()).toEqual(CLEAN);
  });
});

it('a connection that names a workspace would be noticed', async () => {
  const client = await poolOf(app.app.get(DataSource)).connect();
  await client.query(`SET app.workspace_id = '${acme.scope.workspaceId}'; SET enable_seqscan = off`);
  const left = await stateOf(client);
  client.release(true);
  expect(left).toMatchObject({ workspace: acme.scope.workspaceId, tickets: 1 });
  expect(left.settings).toContain('enable_seqscan');
});
