import { randomInt } from 'node:crypto';
import net from 'node:net';

/** Systems give ports above these to clients: a connection of anybody could have one before the server listens there. */
const FIRST = 12_000;
const PORTS_OF_WORKER = 1_250;
const WORKERS = 16;
const given = new Set<number>();

/** Returns a port of loopback that is free now, of those of this worker of Jest, for a program that cannot listen on port 0 and tell. */
export async function freePort(): Promise<number> {
  const worker = (Number(process.env['JEST_WORKER_ID'] ?? '1') - 1) % WORKERS;
  for (let tries = 0; tries < 100; tries++) {
    const port = FIRST + worker * PORTS_OF_WORKER + randomInt(PORTS_OF_WORKER);
    if (given.has(port) || !(await isFree(port))) continue;
    given.add(port);
    return port;
  }
  throw new Error('No port is free.');
}

async function isFree(port: number): Promise<boolean> {
  const server = net.createServer();
  return new Promise((resolve) => {
    server.once('error', () => {
      resolve(false);
    });
    server.listen(port, '127.0.0.1', () => {
      server.close(() => {
        resolve(true);
      });
    });
  });
}
