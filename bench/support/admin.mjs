import { createServer } from 'node:net';
import { ask } from './load.mjs';

const KEY = 'k'.repeat(32);

/** Gives the installations that are opened afterwards a listener for administration. @returns what sends it a PUT */
export async function offerAdmin() {
  const port = await freePort();
  Object.assign(process.env, { ADMIN_PORT: String(port), ADMIN_KEYS: `bench:${KEY}` });
  return (path, body) => {
    const request = { method: 'PUT', path: `/admin/v1/workspaces/${path}`, body: JSON.stringify(body) };
    return ask(port, { host: 'localhost', key: KEY }, request);
  };
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
