import { spawnSync } from 'node:child_process';
import { copyFile, readFile, symlink, unlink, writeFile } from 'node:fs/promises';
import https from 'node:https';
import { join } from 'node:path';
import tls, { type SecureVersion, type TLSSocket } from 'node:tls';
import { setTimeout as sleep } from 'node:timers/promises';
import supertest from 'supertest';
import { aTicket, aWorkspace } from '../support/data/builders.js';
import {
  HAS_OPENSSL,
  makeCertificate,
  replaceFile,
  type TestCertificate,
} from '../support/servers/certificates.js';
import { PROJECT, RunningProcess, temporaryFolder } from '../support/servers/processes.js';
import { RawConnection, requestHead } from '../support/servers/raw-http.js';
import { BASE_DOMAIN, startTestApp } from '../support/test-app.js';
import { testDatabase } from '../support/test-database.js';
import { until } from '../support/until.js';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let first: TestCertificate;
let second: TestCertificate;

const started: RunningProcess[] = [];
const start = (certFile: string, keyFile: string, env: Record<string, string> = {}) => {
  const service = RunningProcess.start('main.js', [], {
    PORT: '0',
    BASE_DOMAIN,
    DATABASE_URL: testDatabase().serviceUrl,
    TLS_CERT_FILE: certFile,
    TLS_KEY_FILE: keyFile,
    ...env,
  });
  started.push(service);
  return service;
};

/** `https://localhost:<port>` */
const addressOf = async (service: RunningProcess) => (await service.printed(/ready at (https:\S+)/))[1] ?? '';

/** A service with files of its own, which hold the first certificate. */
async function serving(env: Record<string, string> = {}) {
  const name = String(started.length);
  const [certFile, keyFile] = [join(folder.path, `${name}-cert.pem`), join(folder.path, `${name}-key.pem`)];
  await copyFile(first.certFile, certFile);
  await copyFile(first.keyFile, keyFile);
  const service = start(certFile, keyFile, env);
  const address = await addressOf(service);
  return { service, address, port: Number(new URL(address).port), certFile, keyFile };
}

function connect(port: number, options: tls.ConnectionOptions = {}): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const socket = tls.connect({ port, host: '127.0.0.1', rejectUnauthorized: false, ...options });
    socket.once('error', reject).once('secureConnect', () => {
      resolve(socket);
    });
  });
}

/** The certificate that new connections see. */
async function shownAt(port: number): Promise<string> {
  const socket = await connect(port);
  const shown = socket.getPeerX509Certificate()?.toString() ?? '';
  socket.destroy();
  return shown;
}

const describeHttps = HAS_OPENSSL ? describe : describe.skip;

describeHttps(`HTTPS${HAS_OPENSSL ? '' : ' (openssl is not installed: apt-get install openssl)'}`, () => {
  beforeAll(async () => {
    folder = await temporaryFolder();
    first = await makeCertificate(folder.path);
    second = await makeCertificate(folder.path);
  });
  afterEach(async () => {
    await Promise.all(started.map((service) => service.stop()));
  });
  afterAll(() => folder.remove());

  it('serves the API to clients that check the certificate, and ends cleanly', async () => {
    const { service, port } = await serving();
    const agent = supertest(`https://127.0.0.1:${port}`);
    const answer = await agent
      .get('/api/external/v2/tickets')
      .set('Host', `nobody.${BASE_DOMAIN}`)
      .ca(first.cert);
    expect([answer.status, answer.body.code]).toEqual([404, 'workspace_not_found']);
    expect(answer.headers['strict-transport-security']).toMatch(/^max-age=/);
    await expect(agent.get('/health/live').ca(second.cert)).rejects.toThrow('self-signed certificate');
    expect(await service.stop()).toMatchObject({ status: 0, stderr: '' });
  });

  it.each(['http', 'https'])(
    'is found healthy by the check of the container while it answers by %s',
    async (scheme) => {
      const certFile = scheme === 'https' ? first.certFile : '';
      const service = start(certFile, certFile && first.keyFile);
      const [, port = ''] = await service.printed(/ready at https?:\/\/localhost:(\d+)/);
      const check = () =>
        spawnSync(process.execPath, [join(PROJECT, 'docker/health.mjs')], {
          env: { PORT: port, TLS_CERT_FILE: certFile },
        }).status;
      expect(check()).toBe(0);
      await service.stop();
      expect(check()).toBe(1);
    },
  );

  it('speaks TLS 1.2 and 1.3 and nothing older, whatever Node.js is told', async () => {
    const { port } = await serving({ NODE_OPTIONS: '--tls-min-v1.0' });
    const only = (version: SecureVersion) => ({
      minVersion: version,
      maxVersion: version,
      ciphers: 'DEFAULT@SECLEVEL=0',
    });
    for (const version of ['TLSv1.2', 'TLSv1.3'] as const) {
      const socket = await connect(port, only(version));
      expect(socket.getProtocol()).toBe(version);
      socket.destroy();
    }
    for (const version of ['TLSv1', 'TLSv1.1'] as const)
      await expect(connect(port, only(version))).rejects.toMatchObject({
        code: 'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION',
      });
  });

  it('refuses what is not HTTP as without TLS, and closes on whoever does not speak TLS', async () => {
    const { address } = await serving();
    const malformed = await RawConnection.to(address.replace('localhost', '127.0.0.1'));
    malformed.send('nonsense\r\n\r\n');
    expect(await malformed.reply()).toMatchObject({
      status: 400,
      body: expect.stringContaining('malformed_request'),
    });
    const large = await RawConnection.to(address.replace('localhost', '127.0.0.1'));
    large.send(`GET / HTTP/1.1\r\nHost: desk.test\r\nX-Large: ${'x'.repeat(64 * 1024)}\r\n\r\n`);
    expect(await large.reply()).toMatchObject({ status: 431 });

    const plain = await RawConnection.to(address.replace('https://localhost', 'http://127.0.0.1'));
    plain.send('GET /health/live HTTP/1.1\r\nHost: desk.test\r\n\r\n');
    expect(await plain.reply()).toBe('closed');
    expect(
      (await supertest(address.replace('localhost', '127.0.0.1')).get('/health/live').ca(first.cert)).status,
    ).toBe(200);
  });

  it('takes a new certificate for new connections, while open ones go on', async () => {
    const { service, port, certFile, keyFile } = await serving();
    const agent = new https.Agent({ keepAlive: true, maxSockets: 1, rejectUnauthorized: false });
    const ask = () =>
      new Promise<boolean>((resolve, reject) => {
        const request = https.get({ port, host: '127.0.0.1', path: '/health/live', agent }, (response) => {
          response.resume().once('end', () => {
            resolve(request.reusedSocket);
          });
        });
        request.once('error', reject);
      });
    await ask();
    await replaceFile(keyFile, await readFile(second.keyFile));
    await replaceFile(certFile, await readFile(second.certFile));
    await until(async () => (await shownAt(port)) === second.cert);
    expect(await ask()).toBe(true);
    agent.destroy();
    await until(() => service.stdout.includes('certificate replaced'));
    expect(service.stdout).toContain('"expiresAt":"');
  });

  it('takes a new certificate when a link is turned, as renewals do', async () => {
    const [certFile, keyFile] = [join(folder.path, 'link.pem'), join(folder.path, 'link.key')];
    const turn = async ({ certFile: cert, keyFile: key }: TestCertificate) => {
      await Promise.all([certFile, keyFile].map((file) => unlink(file).catch(() => undefined)));
      await symlink(cert, certFile);
      await symlink(key, keyFile);
    };
    await turn(first);
    const port = Number(new URL(await addressOf(start(certFile, keyFile))).port);
    expect(await shownAt(port)).toBe(first.cert);
    await turn(second);
    await until(async () => (await shownAt(port)) === second.cert);
  });

  it('keeps the certificate while the new one cannot be used, says so once, and takes the next', async () => {
    const { service, port, certFile, keyFile } = await serving();
    await replaceFile(certFile, 'half of a cert');
    await until(() => service.stdout.includes('certificate not replaced'));
    expect(service.stdout).toContain('does not hold a certificate as PEM');
    expect(await shownAt(port)).toBe(first.cert);
    await writeFile(join(folder.path, 'unrelated'), 'something else happens in the folder');

    await replaceFile(certFile, await readFile(second.certFile));
    await until(() => service.stdout.includes('does not belong to the certificate'));
    expect(await shownAt(port)).toBe(first.cert);
    expect(service.stdout.match(/does not hold/g)).toHaveLength(1);

    await replaceFile(keyFile, await readFile(second.keyFile));
    await until(async () => (await shownAt(port)) === second.cert);
  });

  it('answers what is under way when it is told to stop', async () => {
    const app = await startTestApp();
    const desk = await aWorkspace(app);
    await aTicket(desk);
    const { service, address } = await serving();
    const connection = await RawConnection.to(address.replace('localhost', '127.0.0.1'));
    const body = '{"subject": "Changed at the last moment"}';
    const headers = [
      `X-Api-Key: ${desk.key}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
    ];
    connection.send(
      requestHead('PUT /api/external/v2/tickets/1 HTTP/1.1', desk.subdomain, 'Accept: */*', ...headers),
    );
    connection.send(body.slice(0, 10));
    await sleep(200);
    service.signal('SIGTERM');
    await sleep(800);
    connection.send(body.slice(10));
    expect(await connection.reply()).toMatchObject({ status: 200, headers: { connection: 'close' } });
    expect((await service.ended).status).toBe(0);
    await app.stop();
  });

  it.each([
    ['a file that is missing', 'missing', 'key', /^TLS_CERT_FILE cannot be read: ENOENT.*missing'\n$/],
    [
      'a certificate that is none',
      'key',
      'key',
      /^TLS_CERT_FILE: .* does not hold a certificate as PEM\.\n$/,
    ],
    [
      'a key that is none',
      'cert',
      'cert',
      /^TLS_KEY_FILE: .* does not hold a private key as PEM without a passphrase\.\n$/,
    ],
    [
      'the key of another certificate',
      'cert',
      'other',
      /^The private key of TLS_KEY_FILE .* does not belong to .*\n$/,
    ],
  ])('does not start with %s, and says so in one sentence', async (_what, cert, key, sentence) => {
    const files: Record<string, string> = {
      missing: join(folder.path, 'missing'),
      cert: first.certFile,
      key: first.keyFile,
      other: second.keyFile,
    };
    const { status, stdout, stderr } = await start(files[cert] ?? '', files[key] ?? '').ended;
    expect([status, stdout, stderr]).toEqual([1, '', expect.stringMatching(sentence)]);
  });
});
