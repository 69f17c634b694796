import { once } from 'node:events';
import http from 'node:http';
import { text } from 'node:stream/consumers';
import type { Target } from './load.js';

const PIECE = 64 * 1024;
const BOUNDARY = 'x-of-the-faults';

/**
 * Uploads a number of bytes as a form, each the same letter, piece by piece, so that a large file is never whole in this process.
 * @returns the signed id; null when the service did not answer, or not with 201
 */
export async function uploadBytes(
  { port, host, key }: Target,
  size: number,
  letter = 'a',
): Promise<string | null> {
  const head = [
    ...[`--${BOUNDARY}`, 'Content-Disposition: form-data; name="file"; filename="a.txt"'],
    ...['Content-Type: text/plain', '', ''],
  ].join('\r\n');
  const end = `\r\n--${BOUNDARY}--\r\n`;
  const request = http.request({
    ...{ port, method: 'POST', path: '/api/external/v2/attachments' },
    headers: {
      ...{ Host: host, 'X-Api-Key': key, 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` },
      'Content-Length': head.length + size + end.length,
    },
  });
  // The connection may break at any moment, also more than once for Node.js.
  request.on('error', () => undefined);
  const answer = answerOf(request);
  const piece = Buffer.alloc(PIECE, letter);
  request.write(head);
  for (let left = size; left > 0 && !request.destroyed; left -= PIECE)
    if (!request.write(piece.subarray(0, left)))
      await Promise.race([once(request, 'drain').catch(() => undefined), answer]);
  request.end(end);
  return answer;
}

/** The signed id in the answer; null without one. It never fails: the service may be killed meanwhile. */
async function answerOf(request: http.ClientRequest): Promise<string | null> {
  try {
    const [response] = (await once(request, 'response')) as [http.IncomingMessage];
    const body = await text(response);
    return response.statusCode === 201 ? (JSON.parse(body) as { signed_id: string }).signed_id : null;
  } catch {
    request.destroy();
    return null;
  }
}

/** The bytes at a path of the API; null when the answer is not 200. */
export async function bytesAt({ port, key }: Target, path: string): Promise<Buffer | null> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { 'X-Api-Key': key } });
  const bytes = Buffer.from(await answer.arrayBuffer());
  return answer.status === 200 ? bytes : null;
}
