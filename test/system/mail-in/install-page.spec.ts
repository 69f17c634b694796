import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { request } from 'node:https';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { aMail } from '../../support/data/mails/inbound-emails.js';
import { aSession } from '../../support/data/sessions.js';
import { HAS_NGINX } from '../../support/fakes/nginx.js';
import { freePort } from '../../support/servers/free-port.js';
import { PROJECT, temporaryFolder, type TemporaryFolder } from '../../support/servers/processes.js';
import { BASE_DOMAIN, useDesk } from '../../support/test-app.js';
import { until } from '../../support/until.js';

const run = promisify(execFile);
/** The lines give the files of nginx to `www-data`, as on a server. */
const canRun = HAS_NGINX && process.getuid?.() === 0;
const MEBIBYTE = 1024 * 1024;

/** The lines of docs/install.md that make a certificate, write the configuration of nginx and start it. */
async function linesOfPage(): Promise<string> {
  const page = await readFile(join(PROJECT, 'docs/install.md'), 'utf8');
  const lines = /```sh\n(openssl req [^`]*nginx -c "\$DESK\/nginx\.conf")\n```/.exec(page)?.[1];
  if (lines === undefined) throw new Error('docs/install.md starts no nginx.');
  return lines;
}

(canRun ? describe : describe.skip)(
  `the lines for nginx of the page about installing${canRun ? '' : ' (needs root and apt-get install nginx-light)'}`,
  () => {
    const app = useDesk({ attachmentLimitMb: 40 });
    let folder: TemporaryFolder;
    let port: number;
    let acme: TestWorkspace;

    beforeAll(async () => {
      folder = await temporaryFolder();
      port = await freePort();
      acme = await aWorkspace(app);
      for (const name of ['log', 'run', 'tls']) await mkdir(join(folder.path, name));
      const own = new URL(app.url).port;
      await run('bash', ['-e', '-c', await linesOfPage()], {
        env: {
          PATH: `${process.env['PATH'] ?? ''}:/usr/sbin`,
          ...{ DESK: folder.path, HTTPS_PORT: String(port), DESK_PORT_1: own, DESK_PORT_2: own },
        },
      });
    });
    afterAll(async () => {
      const pidFile = join(folder.path, 'run/nginx.pid');
      process.kill(Number(await readFile(pidFile, 'utf8')), 'SIGQUIT');
      await until(() => readFile(pidFile).then(() => false, () => true)); // prettier-ignore
      await folder.remove();
    });

    /** Sends a body through nginx. */
    async function send(
      path: string,
      type: string,
      body: string,
      authorization = acme.key,
    ): Promise<{ status: number; answer: string }> {
      const headers = {
        ...{ Host: `${acme.subdomain}.${BASE_DOMAIN}`, Authorization: `Bearer ${authorization}` },
        ...{ 'Content-Type': type, 'Content-Length': Buffer.byteLength(body) },
      };
      const options = { host: '127.0.0.1', port, path: `/api/${path}`, method: 'POST', headers };
      return new Promise((resolve, reject) => {
        const sent = request({ ...options, agent: false, rejectUnauthorized: false }, (response) => {
          text(response).then((answer) => {
            resolve({ status: response.statusCode ?? 0, answer });
          }, reject);
        });
        sent.on('error', reject).end(body);
      });
    }

    const aMailWith = (bytes: number) =>
      aMail({ files: [{ filename: 'scan.bin', bytes: randomBytes(Math.floor(bytes * 0.73)) }] });

    it('let a mail of 20 MB through', async () => {
      const mail = aMailWith(20 * MEBIBYTE);
      expect(mail.length).toBeGreaterThan(19 * MEBIBYTE);
      const { status, answer } = await send('external/v2/inbound-emails', 'message/rfc822', mail);
      expect([status, answer]).toEqual([201, expect.stringContaining(`"byte_size":${mail.length}`)]);
    });

    it('let a file of 3 MB of a customer through', async () => {
      const { token } = await aSession(acme);
      const part =
        'Content-Disposition: form-data; name="file"; filename="scan.txt"\r\nContent-Type: text/plain';
      const form = `--b\r\n${part}\r\n\r\n${'a'.repeat(3 * MEBIBYTE)}\r\n--b--\r\n`;
      const { status, answer } = await send(
        'customer/v1/attachments',
        'multipart/form-data; boundary=b',
        form,
        token,
      );
      expect([status, answer]).toEqual([201, expect.stringContaining(`"byte_size":${3 * MEBIBYTE}`)]);
    });

    it('leave it to the service to refuse a mail that is too large', async () => {
      const { status, answer } = await send(
        'external/v2/inbound-emails',
        'message/rfc822',
        aMailWith(40 * MEBIBYTE),
      );
      expect([status, answer]).toEqual([413, expect.stringContaining('"code":"email_too_large"')]);
    });

    it('refuse any other body of that size themselves', async () => {
      const { status, answer } = await send(
        'external/v2/tickets',
        'application/json',
        ' '.repeat(3 * MEBIBYTE),
      );
      expect([status, answer]).toEqual([413, expect.stringContaining('nginx')]);
    });
  },
);
