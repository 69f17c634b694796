import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { Readable } from 'node:stream';

/** Makes a `fetch` for reading that names the host itself, which that of Node.js does not let anybody do. It follows no redirect. */
export function fetchFrom(host: string): typeof fetch {
  return async (address, { headers, signal } = {}) => {
    const url = new URL(new Request(address).url);
    const { request } = url.protocol === 'https:' ? https : http;
    const named = { ...(headers as Record<string, string>), host };
    const asking = request(url, { headers: named, agent: false, ...(signal && { signal }) });
    // After the head of the answer, errors are passed to its reader.
    asking.on('error', () => undefined).end();
    const [answer] = (await once(asking, 'response')) as [IncomingMessage];
    const init = { status: answer.statusCode ?? 0, headers: answer.headers as Record<string, string> };
    return new Response(Readable.toWeb(answer) as ReadableStream, init);
  };
}
