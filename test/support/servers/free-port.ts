import { randomInt } from 'node:crypto';
import net from 'node:net';

/** Below the ports that systems give to connections, so that no connection takes one while a test starts its server again. */
const FIRST = 12_000;
const PORTS_OF_WORKER = 1_250;
const WORKERS = 16;

/** Returns a port of loopback that is free now, of those that belong to this worker of Jest. */
export async function freePort(): Promise<number> {
  const worker = (Number(process.env['JEST_WORKER_ID'] ?? '1') - 1) % WORKERS;
  for (;;) {
    const port = FIRST + worker * PORTS_OF_WORKER + randomInt(PORTS_OF_WORKER);
    if (await isFree(port)) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = net.createServer();
  const listens = await new Promise<boolean>((resolve) => {
    server.once('error', () => {
      resolve(false);
    });
    server.listen(port, '127.0.0.1', () => {
      resolve(true);
    });
  });
  if (listens) await new Promise((resolve) => server.close(resolve));
  return listens;
}
