import { randomInt } from 'node:crypto';
import net from 'node:net';

/** Systems give higher ports to clients: a connection of anybody could have one before the server listens there. */
const [FIRST, LAST] = [20_000, 32_000];
const given = new Set<number>();

/** Returns a port of loopback that is free now, for a program that cannot listen on port 0 and tell. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries++) {
    const port = randomInt(FIRST, LAST);
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
