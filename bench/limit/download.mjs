import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { pipeline } from 'node:stream/promises';

/** A download by `node:http` alone: it streams one file, whatever is asked for. No key, no record, no range. */

const file = process.env.LIMIT_FILE;
const { size } = await stat(file);

const server = createServer(async (_request, response) => {
  response.writeHead(200, { 'Content-Type': 'application/octet-stream', 'Content-Length': size });
  await pipeline(createReadStream(file), response).catch(() => undefined);
});
server.listen(0, '127.0.0.1', () => console.log(`ready at http://127.0.0.1:${server.address().port}`));
process.on('SIGTERM', () => process.exit(0));
