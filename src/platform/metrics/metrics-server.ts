import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Registry } from 'prom-client';

export interface MetricsServer {
  /** `http://<host>:<port>/metrics` */
  readonly url: string;
  close(): Promise<void>;
}

export type MetricsText = Pick<Registry, 'contentType' | 'metrics'>;

/**
 * Shows metrics at an address of their own, because they are meant for operators and not for clients.
 * @throws the system's error when it cannot listen there
 */
export async function serveMetrics(
  source: MetricsText,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<MetricsServer> {
  const server = createServer((request, response) => {
    if (request.method === 'GET' && request.url?.split('?')[0] === '/metrics') void show(source, response);
    else response.writeHead(404).end();
  });
  await once(server.listen(port, host), 'listening');
  return { url: urlOf(server), close: () => close(server) };
}

async function show(source: MetricsText, response: ServerResponse): Promise<void> {
  try {
    const text = await source.metrics();
    response.writeHead(200, { 'Content-Type': source.contentType }).end(text);
  } catch {
    // The program that collects metrics asks again soon and shows the failure.
    response.writeHead(503).end();
  }
}

function urlOf(server: Server): string {
  const { address, port, family } = server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}/metrics`;
}

async function close(server: Server): Promise<void> {
  const closed = once(server.close(), 'close');
  server.closeAllConnections();
  await closed;
}
