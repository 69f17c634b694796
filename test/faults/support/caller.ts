import http from 'node:http';

/** Sends a request to the API and takes its answer; status 0 when there is none. */
export type Caller = (
  method: string,
  path: string,
  body?: object,
) => Promise<{ status: number; body: unknown }>;

/** Calls the service at a port with a key. It never fails: the service may be away. */
export function caller({ port, host, key }: { port: number; host: string; key: string }): Caller {
  const agent = new http.Agent({ keepAlive: true });
  return (method, path, body) =>
    new Promise((resolve) => {
      const text = body === undefined ? undefined : JSON.stringify(body);
      const request = http.request(
        {
          ...{ agent, port, method, path: `/api/external/v2${path}` },
          headers: {
            ...{ Host: host, 'X-Api-Key': key },
            ...(text !== undefined && {
              'Content-Type': 'application/json',
              'Content-Length': Buffer.byteLength(text),
            }),
          },
        },
        (response) => {
          const parts: Buffer[] = [];
          response.on('data', (part: Buffer) => parts.push(part));
          response.on('error', () => {
            resolve({ status: 0, body: null });
          });
          response.on('end', () => {
            resolve({
              status: response.statusCode ?? 0,
              body: JSON.parse(Buffer.concat(parts).toString() || 'null'),
            });
          });
        },
      );
      request.on('error', () => {
        resolve({ status: 0, body: null });
      });
      request.end(text);
    });
}
