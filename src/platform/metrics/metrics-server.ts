import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server that answers only `GET /metrics`. */
export interface MetricsServer {
  /** `http://<host>:<port>/metrics` */
  readonly url: string;
  close(): Promise<void>;
}

/** The text of the metrics and its content type. */
export interface MetricsText {
  readonly contentType: string;
  metrics(): Promise<string>;
}

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
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve);
  });
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

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => {
      resolve();
    });
    server.closeAllConnections();
  });
}
