import { randomUUID } from 'node:crypto';
import { aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { RawConnection, type RawReply } from '../../support/servers/raw-http.js';
import { BASE_DOMAIN, startTestApp, type TestApp } from '../../support/test-app.js';
import { until } from '../../support/until.js';

/**
 * Nothing but the address and the key decides whose data a request gets [rule 1]: whatever a proxy or an
 * attacker writes into a request, a key gets data of its own workspace or nothing.
 */
let direct: TestApp;
let behind: TestApp;
let elsewhere: TestApp;
let acme: TestWorkspace;
let globex: TestWorkspace;

beforeAll(async () => {
  direct = await startTestApp();
  behind = await startTestApp({ trustProxy: ['loopback'] });
  elsewhere = await startTestApp({ trustProxy: ['10.0.0.1'] });
  acme = await aWorkspace(direct);
  globex = await aWorkspace(direct);
  for (const workspace of [acme, globex]) await aTicket(workspace, { subject: subjectOf(workspace) });
});
afterAll(() => Promise.all([direct, behind, elsewhere].map((app) => app.stop())));

const subjectOf = ({ subdomain }: TestWorkspace) => `Of ${subdomain}`;
const hostOf = ({ subdomain }: TestWorkspace) => `${subdomain}.${BASE_DOMAIN}`;
const PATH = '/api/external/v2/tickets/1';

interface Sent {
  readonly app?: TestApp;
  readonly host?: string;
  readonly key?: string;
  readonly target?: string;
  readonly headers?: readonly string[];
}

/** Sends a request as it is written, and sees to it that nobody ever gets what is not theirs. */
async function send({ app = direct, host, key, target = PATH, headers = [] }: Sent): Promise<RawReply> {
  const head = [
    `GET ${target} HTTP/1.1`,
    ...(host === undefined ? [] : [`Host: ${host}`]),
    ...(key === undefined ? [] : [`X-Api-Key: ${key}`]),
    ...headers,
    'Connection: close',
  ];
  const connection = await RawConnection.to(app.url);
  connection.send(Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1'));
  const reply = await connection.reply();
  connection.close();
  if (reply === 'closed') throw new Error('The service has hung up.');
  for (const workspace of [acme, globex]) {
    if (workspace.key !== key) expect(reply.body).not.toContain(workspace.subdomain);
  }
  if (reply.status === 200) expect(reply.body).toContain(subjectOf(key === acme.key ? acme : globex));
  else expect(reply.status).toBeGreaterThanOrEqual(400);
  return reply;
}

/** Headers by which proxies, frameworks and products tell another address or another tenant, each naming globex. */
const misleading = (): string[] => {
  const [host, { subdomain, scope }] = [hostOf(globex), globex];
  return [
    `X-Forwarded-Host: ${host}`,
    `x-forwarded-host: ${host}:443`,
    `Forwarded: for=192.0.2.1;host=${host};proto=https`,
    `Forwarded: host="${host}"`,
    `X-Original-Host: ${host}`,
    `X-Host: ${host}`,
    `X-Forwarded-Server: ${host}`,
    `X-HTTP-Host-Override: ${host}`,
    `X-Original-URL: http://${host}${PATH}`,
    `X-Original-URL: /api/external/v2/tickets`,
    `X-Rewrite-URL: http://${host}${PATH}`,
    `X-Forwarded-Prefix: //${host}`,
    `X-Forwarded-For: ${host}`,
    `X-Original-Forwarded-Host: ${host}`,
    `X-Envoy-Original-Path: http://${host}${PATH}`,
    `X-Forwarded-Uri: http://${host}${PATH}`,
    `X-Backend-Host: ${host}`,
    `Proxy-Host: ${host}`,
    `Destination: http://${host}${PATH}`,
    `Origin: http://${host}`,
    `Referer: http://${host}/`,
    `From: someone@${host}`,
    `Cookie: host=${host}; workspace=${subdomain}; tenant=${scope.workspaceId}`,
    `X-Tenant: ${subdomain}`,
    `X-Tenant-Id: ${scope.workspaceId}`,
    `X-Workspace: ${subdomain}`,
    `X-Workspace-Id: ${scope.workspaceId}`,
    `X-Subdomain: ${subdomain}`,
    ` Host: ${host}`,
    `X-Forwarded-Host : ${host}`,
    `X_Forwarded_Host: ${host}`,
    `X-Request-Id: ${host}`,
  ];
};
const isForwardedHost = (header: string) => /^x-forwarded-host:/i.test(header);

describe('without a trusted proxy, no header moves a request to another workspace', () => {
  it('each by itself', async () => {
    for (const app of [direct, elsewhere]) {
      for (const header of misleading()) {
        const at = { app, host: hostOf(acme), headers: [header] };
        const own = await send({ ...at, key: acme.key });
        const isMalformed = /^ |^[^:]* :/.test(header);
        expect([header, own.status]).toEqual([header, isMalformed ? 400 : 200]);
        expect((await send({ ...at, key: globex.key })).status).toBe(isMalformed ? 400 : 401);
        expect((await send({ ...at, host: `nobody.${BASE_DOMAIN}`, key: globex.key })).status).toBe(
          isMalformed ? 400 : 404,
        );
      }
    }
  });

  it('all together', async () => {
    const headers = misleading().filter((header) => !/^ |^[^:]* :/.test(header));
    expect((await send({ host: hostOf(acme), key: acme.key, headers })).status).toBe(200);
    expect((await send({ host: hostOf(acme), key: globex.key, headers })).status).toBe(401);
  });
});

describe('behind a trusted proxy', () => {
  it('X-Forwarded-Host names the workspace, and nothing else does', async () => {
    for (const header of misleading().filter((one) => !/^ |^[^:]* :/.test(one))) {
      const at = { app: behind, host: hostOf(acme), headers: [header] };
      const [own, others] = [await send({ ...at, key: acme.key }), await send({ ...at, key: globex.key })];
      const expected = isForwardedHost(header) ? [401, 200] : [200, 401];
      expect([header, own.status, others.status]).toEqual([header, ...expected]);
    }
  });

  it.each([
    ['twice', () => [`X-Forwarded-Host: ${hostOf(globex)}`, `X-Forwarded-Host: ${hostOf(acme)}`]],
    ['as a list', () => [`X-Forwarded-Host: ${hostOf(globex)}, ${hostOf(acme)}`]],
    ['with an empty one first', () => [`X-Forwarded-Host: , ${hostOf(acme)}`]],
    ['with somebody before an @', () => [`X-Forwarded-Host: ${hostOf(acme)}@${hostOf(globex)}`]],
    ['of nobody', () => [`X-Forwarded-Host: nobody.${BASE_DOMAIN}`]],
    ['empty', () => ['X-Forwarded-Host:']],
    ['as an address', () => [`X-Forwarded-Host: http://${hostOf(globex)}/`]],
  ])('an X-Forwarded-Host %s gives each key its own data or nothing', async (_name, headers) => {
    for (const key of [acme.key, globex.key, undefined]) {
      await send({ app: behind, host: hostOf(acme), headers: headers(), ...(key && { key }) });
    }
  });
});

describe('a Host', () => {
  it.each([
    ['with a port', (host: string) => `${host}:8080`],
    ['with an empty port', (host: string) => `${host}:`],
    ['in capitals', (host: string) => host.toUpperCase()],
    ['with a trailing dot', (host: string) => `${host}.`],
    ['with a trailing dot and a port', (host: string) => `${host}.:443`],
    ['with space around it', (host: string) => `  ${host}\t`],
  ])('%s names its workspace', async (_name, spell) => {
    for (const app of [direct, behind]) {
      expect((await send({ app, host: spell(hostOf(acme)), key: acme.key })).status).toBe(200);
      expect((await send({ app, host: spell(hostOf(globex)), key: acme.key })).status).toBe(401);
    }
  });

  it.each([
    ['with a user before it', (host: string) => `user@${host}`],
    ['with another host as the user', (host: string, other: string) => `${other}@${host}`],
    ['with another host and port as the user', (host: string, other: string) => `${other}:80@${host}`],
    ['with another host behind a fragment', (host: string, other: string) => `${host}#.${other}`],
    ['with a path', (host: string) => `${host}/x`],
    ['with a query', (host: string, other: string) => `${host}?.${other}`],
    ['with a backslash', (host: string, other: string) => `${host}\\.${other}`],
    ['in a list', (host: string, other: string) => `${host}, ${other}`],
    ['in a list without space', (host: string, other: string) => `${other},${host}`],
    ['with two ports', (host: string) => `${host}:80:80`],
    ['with a port in words', (host: string) => `${host}:http`],
    ['with two trailing dots', (host: string) => `${host}..`],
    ['with an empty label', (host: string) => host.replace('.', '..')],
    ['percent-encoded', (host: string) => host.replace('.', '%2e')],
    ['in brackets', (host: string) => `[${host}]`],
    ['with a zone', (host: string) => `${host}%25eth0`],
    ['below itself', (host: string) => `x.${host}`],
    ['below another domain', (host: string) => `${host}.example`],
    ['with another domain before the base', (host: string, other: string) => `${other}.${host}`],
    ['that is a pattern', () => `%.${BASE_DOMAIN}`],
    ['that is another pattern', () => `*.${BASE_DOMAIN}`],
    ['with a quote', () => `x'or'1'='1.${BASE_DOMAIN}`],
    [
      'with a letter that folds to ASCII',
      (host: string) => Buffer.from(host.replace('.desk', '.des\u212a')).toString('latin1'),
    ],
    ['with a wide full stop', (host: string) => Buffer.from(host.replace('.', '\uff0e')).toString('latin1')],
    ['with a vertical tab', (host: string) => `${host}\u000b`],
    ['with a zero byte', (host: string) => `${host}\0`],
    ['that is the id of the workspace', () => `${acme.scope.workspaceId}.${BASE_DOMAIN}`],
    ['that is the base domain', () => BASE_DOMAIN],
    ['that is localhost', () => 'localhost'],
    ['that is empty', () => ''],
  ])('%s names no workspace', async (_name, spell) => {
    for (const app of [direct, behind]) {
      const { status } = await send({ app, host: spell(hostOf(acme), hostOf(globex)), key: acme.key });
      expect([400, 404]).toContain(status);
    }
  });

  it('that is missing, or there twice, is refused', async () => {
    for (const key of [acme.key, globex.key]) {
      expect((await send({ key })).status).toBe(400);
      for (const [first, second] of [
        [acme, globex],
        [globex, acme],
        [acme, acme],
      ] as const) {
        const twice = await send({ host: hostOf(first), headers: [`Host: ${hostOf(second)}`], key });
        expect(twice.status).toBe(400);
      }
    }
  });
});

describe('a request target in absolute form', () => {
  it('is refused, so that it cannot name another workspace than Host does', async () => {
    for (const key of [acme.key, globex.key]) {
      for (const named of [acme, globex]) {
        const target = `http://${hostOf(named)}${PATH}`;
        expect((await send({ host: hostOf(acme), target, key })).status).toBe(400);
      }
    }
  });

  it.each([
    (host: string) => `//${host}${PATH}`,
    (host: string) => `/${PATH}?host=${host}&workspace=${host}`,
    (host: string) => `/\\${host}${PATH}`,
    (host: string) => `https:${PATH}#${host}`,
    (host: string) => `http://${host}@x${PATH}`,
    (host: string) => `/http://${host}${PATH}`,
    (host: string) => `${PATH};host=${host}`,
  ])('or anything like it gives each key its own data or nothing', async (targetAt) => {
    for (const key of [acme.key, globex.key]) {
      await send({ host: hostOf(acme), target: targetAt(hostOf(globex)), key });
    }
  });
});

describe('a key', () => {
  it('that comes twice, or elsewhere, opens nothing', async () => {
    const at = { host: hostOf(acme) };
    for (const header of [`X-Api-Key: ${globex.key}`, `Authorization: Bearer ${globex.key}`])
      expect((await send({ ...at, headers: [header], key: acme.key })).status).toBe(401);
    for (const header of [
      `Authorization: ApiKey ${acme.key}`,
      `Cookie: X-Api-Key=${acme.key}`,
      `X_Api_Key: ${acme.key}`,
      `X-Forwarded-Api-Key: ${acme.key}`,
    ])
      expect([header, (await send({ ...at, headers: [header] })).status]).toEqual([header, 401]);
  });

  it('does not make a GET a change, whatever a header or a query says', async () => {
    const before = (await acme.client.get('/tickets/1')).text;
    for (const method of ['PUT', 'PATCH', 'DELETE']) {
      for (const name of ['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override']) {
        const headers = [`${name}: ${method}`, 'Content-Type: application/json'];
        await send({ host: hostOf(acme), key: acme.key, headers, target: `${PATH}?_method=${method}` });
      }
    }
    expect((await acme.client.get('/tickets/1')).text).toBe(before);
  });
});

describe('one connection', () => {
  it('that several tenants share, as behind a proxy, keeps their requests apart', async () => {
    const connection = await RawConnection.to(direct.url);
    const callers = Array.from({ length: 40 }, (_, index) => (index % 3 === 0 ? globex : acme));
    for (const { key, ...workspace } of callers) {
      const id = randomUUID();
      connection.send(
        `GET ${PATH} HTTP/1.1\r\nHost: ${workspace.subdomain}.${BASE_DOMAIN}\r\nX-Api-Key: ${key}\r\nX-Request-Id: ${id}\r\n\r\n`,
      );
    }
    await until(() => connection.replies.length >= callers.length);
    connection.close();
    const subjects = connection.replies.map(
      ({ body }) => (JSON.parse(body) as { ticket: { subject: string } }).ticket.subject,
    );
    expect(subjects).toEqual(callers.map(subjectOf));
  });
});
