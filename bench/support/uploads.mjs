import { request as httpRequest } from 'node:http';
import { once } from 'node:events';

const PIECE = Buffer.alloc(64 * 1024, 'a file of the benchmark, ');
const BOUNDARY = '----bench';

/**
 * Uploads a text of a number of bytes as a form, piece by piece, so that it is never whole in this process.
 * @returns what the service answers
 */
export async function upload({ port, target, bytes, filename = 'file.txt' }) {
  const head = Buffer.from(
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="${filename}"\r\n` +
      'Content-Type: text/plain\r\n\r\n',
  );
  const end = Buffer.from(`\r\n--${BOUNDARY}--\r\n`);
  const sent = httpRequest({
    ...{ port, host: '127.0.0.1', method: 'POST', path: '/api/external/v2/attachments' },
    headers: {
      ...{ Host: target.host, 'X-Api-Key': target.key },
      'Content-Type': `multipart/form-data; boundary=${BOUNDARY}`,
      'Content-Length': head.length + bytes + end.length,
    },
  });
  const answered = once(sent, 'response');
  await write(sent, head);
  for (let left = bytes; left > 0; left -= PIECE.length) await write(sent, PIECE.subarray(0, left));
  sent.end(end);
  const [response] = await answered;
  const chunks = [];
  for await (const chunk of response) chunks.push(chunk);
  const body = Buffer.concat(chunks).toString();
  if (response.statusCode !== 201)
    throw new Error(`An upload is answered with ${response.statusCode}: ${body}`);
  return JSON.parse(body);
}

async function write(request, bytes) {
  if (!request.write(bytes)) await once(request, 'drain');
}
