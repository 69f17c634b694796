import { once } from 'node:events';
import http, { type Server } from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { drainOf } from './drain.js';

interface Served {
  readonly server: Server;
  readonly drain: () => Promise<void>;
  readonly port: number;
}

/** Answers after as many milliseconds as the address says. It waits for silent clients until `patienceMs` are over. */
async function aServer(patienceMs?: number): Promise<Served> {
  const server = http.createServer((request, response) => {
    setTimeout(() => response.end('done'), Number(request.url?.slice(1)));
  });
  const drain = drainOf(server, patienceMs);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, drain, port: (server.address() as AddressInfo).port };
}

/** A connection of its own that stays open. */
function aClient({ port }: Served): (waitMs: number) => Promise<string> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  return (waitMs) =>
    new Promise((resolve, reject) => {
      http
        .get({ port, agent, path: `/${waitMs}` }, (response) => {
          response.resume();
          response.on('end', () => {
            resolve(response.headers.connection ?? '');
          });
        })
        .on('error', reject);
    });
}

/** A client that never sends the rest of its request. */
async function aStuckClient({ server, port }: Served): Promise<{ readonly ended: Promise<unknown> }> {
  const client = net.connect(port, '127.0.0.1');
  client.on('error', () => undefined);
  const ended = once(client, 'close');
  client.write('GET /0 HTTP/1.1\r\nHost: desk');
  await once(server, 'connection');
  return { ended };
}

describe('a server that is drained', () => {
  it('answers what is under way, and says that the connection ends', async () => {
    const served = await aServer();
    const underWay = aClient(served)(500);
    await once(served.server, 'request');
    await served.drain();
    expect(await underWay).toBe('close');
  });

  it('answers what arrives on an open connection, once', async () => {
    const served = await aServer();
    const ask = aClient(served);
    expect(await ask(0)).toBe('keep-alive');
    const drained = served.drain();
    expect(await ask(0)).toBe('close');
    await drained;
    await expect(ask(0)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  it('accepts no new connection', async () => {
    const served = await aServer();
    const underWay = aClient(served)(100);
    await once(served.server, 'request');
    const drained = served.drain();
    await expect(aClient(served)(0)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    await underWay;
    await drained;
  });

  it('does not wait for connections on which nothing happens', async () => {
    const served = await aServer();
    await aClient(served)(0);
    const silent = net.connect(served.port, '127.0.0.1');
    const closed = once(silent, 'close');
    await once(silent, 'connect');
    // This server waits for a client that does not send the rest.
    const other = await aServer(1_000);
    const stuck = await aStuckClient(other);
    const order: string[] = [];
    await Promise.all([
      other.drain().then(() => order.push('the one that waits')),
      served.drain().then(() => order.push('the one that need not wait')),
    ]);
    expect(order).toEqual(['the one that need not wait', 'the one that waits']);
    await Promise.all([closed, stuck.ended]);
  });

  it('gives up on clients that do not send the rest', async () => {
    const served = await aServer(300);
    const closed = await aStuckClient(served);
    await served.drain();
    await closed.ended;
  });

  it('may never have listened', async () => {
    await drainOf(http.createServer())();
  });
});
