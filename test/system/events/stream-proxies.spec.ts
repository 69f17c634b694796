import { aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { eventsOf } from '../../support/data/events.js';
import { HAS_OPENSSL, makeCertificate } from '../../support/fakes/certificates.js';
import {
  HAS_CADDY,
  HAS_NGINX,
  startInstalledCaddy,
  startInstalledNginx,
  type InstalledProxy,
} from '../../support/fakes/proxies-of-install.js';
import { EventListener } from '../../support/listening/event-listener.js';
import { freePort } from '../../support/servers/free-port.js';
import { temporaryFolder } from '../../support/servers/processes.js';
import { whenInstalled } from '../../support/servers/programs.js';
import { useDesk } from '../../support/test-app.js';

const app = useDesk({ trustProxy: ['loopback'] });

const PROXIES = [
  ['nginx, by the lines of docs/install.md', HAS_NGINX, 'nginx (nginx-light)', startInstalledNginx],
  ['Caddy, by the lines of docker/Caddyfile', HAS_CADDY, 'Caddy (caddy)', startInstalledCaddy],
] as const;

/** A proxy that collects would wait for a buffer of several KiB, or for the end. */
const AT_ONCE_MS = 2_000;

for (const [title, isThere, what, start] of PROXIES) {
  const [name, suite] = whenInstalled(title, isThere && HAS_OPENSSL, what);
  suite(`a stream behind ${name}`, () => {
    let folder: Awaited<ReturnType<typeof temporaryFolder>>;
    let proxy: InstalledProxy;
    let acme: TestWorkspace;
    let url: string;
    let ca: string;

    beforeAll(async () => {
      folder = await temporaryFolder();
      acme = await aWorkspace(app);
      const [port, service] = [await freePort(), Number(new URL(app.url).port)];
      const certificate = await makeCertificate(folder.path);
      proxy = await start({ folder: folder.path, port, services: [service, service], certificate });
      [url, ca] = [`https://127.0.0.1:${port}`, certificate.cert];
    });
    afterAll(async () => {
      await proxy.stop();
      await folder.remove();
    });

    // @proves E-33-13
    it('has each event at once, also when the client takes compressed answers', async () => {
      const headers = { 'X-Api-Key': acme.key, 'Accept-Encoding': 'gzip, zstd' };
      const listener = await EventListener.open({ url, ca, subdomain: acme.subdomain, headers });
      expect(listener.status).toBe(200);
      expect(listener.headers).not.toHaveProperty('content-encoding');
      for (let count = 1; count <= 3; count++) {
        await aTicket(acme);
        const { events } = await eventsOf(acme, '?limit=500&types=ticket.created');
        const begun = performance.now();
        await listener.hears(events.length);
        expect(performance.now() - begun).toBeLessThan(AT_ONCE_MS);
      }
      listener.close();
    });

    it('is refused through it as it is without it', async () => {
      const headers = { 'X-Api-Key': acme.key, 'Last-Event-ID': 'x' };
      const refused = await EventListener.open({ url, ca, subdomain: acme.subdomain, headers });
      expect([refused.status, refused.refusal]).toMatchObject([422, { code: 'invalid_request' }]);
    });
  });
}
