import { setTimeout as sleep } from 'node:timers/promises';
import supertest, { type Response } from 'supertest';
import { aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { Desk } from '../../support/servers/desk.js';
import { freePort } from '../../support/servers/free-port.js';
import { HAS_NGINX, startNginx, type Proxy } from '../../support/fakes/nginx.js';
import { RunningProcess, temporaryFolder } from '../../support/servers/processes.js';
import { SteadyLoad } from '../../support/servers/steady-load.js';
import { BASE_DOMAIN, startTestApp, type TestApp } from '../../support/test-app.js';
import { asAdmin } from '../../support/test-database.js';
import { until } from '../../support/until.js';

const API = '/api/external/v2';

let app: TestApp;
let desk: TestWorkspace;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let ports: number[];
let services: RunningProcess[];
let proxy: Proxy;

const start = (port: number) =>
  RunningProcess.start('main.js', [], {
    PORT: String(port),
    BASE_DOMAIN,
    TRUST_PROXY: 'loopback',
    DATABASE_URL: app.database.serviceUrl,
  });
const isReady = (service: RunningProcess) => service.printed(/ready at/);

const servicesAlone = () => ports.map((port) => `http://127.0.0.1:${port}`);
/** Everybody whom a client could reach: each service by itself, and the proxy that picks one. */
const everywhere = () => [...servicesAlone(), proxy.url];

type Method = 'get' | 'put' | 'post' | 'patch' | 'delete';
const call = (
  url: string,
  method: Method,
  path: string,
  { key = desk.key, body = undefined as object | undefined } = {},
) =>
  supertest(url)
    [method](`${API}${path}`)
    .set({ Host: `${desk.subdomain}.${BASE_DOMAIN}`, 'X-Api-Key': key })
    .send(body);

/** What everybody answers to the same question, asked until a second is over. */
async function answersForASecond(ask: (url: string) => PromiseLike<Response>): Promise<number[][]> {
  const begun = performance.now();
  const rounds: number[][] = [];
  while (performance.now() - begun < 1_000) {
    const answers = await Promise.all(everywhere().map((url) => ask(url)));
    rounds.push(answers.map(({ status }) => status));
    // An address that shows wrong keys without a pause is soon told to wait.
    await sleep(50);
  }
  return rounds;
}

const whenNginx = HAS_NGINX ? describe : describe.skip;

whenNginx(
  `two processes behind nginx${HAS_NGINX ? '' : ' (not installed: apt-get install nginx-light)'}`,
  () => {
    beforeAll(async () => {
      app = await startTestApp();
      desk = await aWorkspace(app);
      await aTicket(desk);
      folder = await temporaryFolder();
      ports = [await freePort(), await freePort()];
      services = ports.map(start);
      await Promise.all(services.map(isReady));
      proxy = await startNginx(folder.path, await freePort(), servicesAlone());
    });
    afterAll(async () => {
      await proxy.stop();
      await Promise.all(services.map((service) => service.stop()));
      await folder.remove();
      await app.stop();
    });
    it('both serve what comes through the proxy', async () => {
      const requestId = 'through-the-proxy';
      for (let count = 0; count < 4; count++)
        await call(proxy.url, 'get', '/tickets/1').set('X-Request-Id', requestId).expect(200);
      await until(() => services.every(({ stdout }) => stdout.includes(requestId)));
    });

    it('refuse a revoked key everywhere within a second, and take a new one at once', async () => {
      const operator = Desk.on(app.database);
      const key = (await operator.output(['keys', 'create', desk.subdomain, '--name', 'short-lived'])).trim();
      const ask = (url: string) => call(url, 'get', '/tickets/1', { key });
      for (const answers of await answersForASecond(ask)) expect(answers).toEqual([200, 200, 200]);

      const keys = await operator.json<{ id: string; name: string }[]>([
        'keys',
        'list',
        desk.subdomain,
        '--json',
      ]);
      const { id } = keys.find(({ name }) => name === 'short-lived') ?? { id: '' };
      await operator.output(['keys', 'revoke', desk.subdomain, id]);
      await answersForASecond(ask);
      for (const answers of await answersForASecond(ask)) expect(answers).toEqual([401, 401, 401]);
    });

    it('count together what a key asks of each of them', async () => {
      const limit = 100;
      const limited = ['--name', 'limited', '--rate-limit', String(limit)];
      const operator = Desk.on(app.database);
      const key = (await operator.output(['keys', 'create', desk.subdomain, ...limited])).trim();
      const [one = '', other = ''] = servicesAlone();
      const ask = async (url: string) => (await call(url, 'get', '/tickets/1', { key })).status;
      for (let count = 0; count < limit; count++) expect(await ask(one)).toBe(200);

      let answered = 0;
      await until(async () => {
        const status = await ask(other);
        if (status === 200) answered++;
        return status === 429;
      });
      // By itself it would have answered all of them.
      expect(answered).toBeLessThan(limit);
      expect(await ask(proxy.url)).toBe(429);
    });

    it('know a field that one of them has made, renamed or deleted', async () => {
      const [one = '', other = ''] = everywhere();
      const update = (url: string, name: string) =>
        call(url, 'put', '/tickets/1', { body: { ticket_fields: { [name]: 'set' } } });
      // Both have just looked, so that whatever they remember is from before.
      for (const url of [one, other]) expect((await update(url, 'Colour')).status).toBe(422);

      const made = await call(one, 'post', '/fields', { body: { field: { name: 'Colour', kind: 'text' } } });
      expect(made.status).toBe(201);
      expect((await update(other, 'Colour')).status).toBe(200);

      const { id } = made.body.field as { id: string };
      await call(other, 'patch', `/fields/${id}`, { body: { field: { name: 'Hue' } } }).expect(200);
      expect((await update(one, 'Hue')).status).toBe(200);
      expect((await update(one, 'Colour')).status).toBe(422);

      await call(one, 'patch', `/fields/${id}`, { body: { field: { state: 'inactive' } } }).expect(200);
      await call(one, 'delete', `/fields/${id}`).expect(204);
      expect((await update(other, 'Hue')).status).toBe(422);
    });

    it('clear the values of a deleted field between them', async () => {
      const rows = () =>
        asAdmin(app.database, 'SELECT FROM tickets WHERE workspace_id = $1 AND field_values <> $2', [
          desk.scope.workspaceId,
          '{}',
        ]);
      await until(async () => (await rows()).length === 0);
      for (const { stdout } of services) expect(stdout).not.toMatch(/"level":(50|60)/);
    });

    it('are restarted one after the other without a failed request', async () => {
      const load = await SteadyLoad.on(proxy.url, {
        path: `${API}/tickets/1`,
        headers: { Host: `${desk.subdomain}.${BASE_DOMAIN}`, 'X-Api-Key': desk.key },
      });
      for (const [index, port] of ports.entries()) {
        await load.answered(50);
        expect((await services[index]?.stop())?.status).toBe(0);
        await load.answered(50);
        const next = start(port);
        services[index] = next;
        await isReady(next);
      }
      await load.answered(50);
      const { answers, failures } = await load.stop();
      expect([failures, [...answers.keys()]]).toEqual([[], [200]]);
    });
  },
);
