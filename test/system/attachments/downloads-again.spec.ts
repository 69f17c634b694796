import { FileStorage, type StoredBytes } from '../../../src/platform/storage/file-storage.js';
import { attached, PNG } from '../../support/data/attachments.js';
import { aWorkspace } from '../../support/data/builders.js';
import { RawConnection, requestHead } from '../../support/servers/raw-http.js';
import { startLocalApp, type LocalApp } from '../../support/servers/local-app.js';

let app: LocalApp;
let closeFiles: () => void;
const connections: RawConnection[] = [];

beforeAll(async () => {
  // Keys of a workspace have one place.
  app = await startLocalApp({ transfersAtOnce: 2 });
});
afterAll(async () => {
  for (const connection of connections) connection.close();
  closeFiles();
  await app.stop();
});

/** From now on, no file of the storage ends before the test lets it. */
function keepFilesOpen(): void {
  const closed = new Promise<void>((resolve) => (closeFiles = resolve));
  const storage = app.app.get(FileStorage);
  const read = storage.read.bind(storage);
  storage.read = async (...asked) => {
    const bytes = await read(...asked);
    return (
      bytes &&
      Object.assign(Object.create(bytes) as StoredBytes, {
        [Symbol.asyncIterator]: () => kept(bytes, closed),
      })
    );
  };
}

async function* kept(bytes: StoredBytes, closed: Promise<void>): AsyncGenerator<Uint8Array> {
  yield* bytes;
  await closed;
}

// @proves E-16-9
it('Whoever has the last byte of a file may ask for the next one, also while the service has not closed the first one.', async () => {
  const { client, subdomain, key } = await aWorkspace(app);
  const { path } = await attached(client);
  keepFilesOpen();
  const answers: unknown[] = [];
  for (const range of ['bytes=0-', 'bytes=0-9', 'bytes=5-']) {
    // A connection that ends would give the place back, too.
    const connection = await RawConnection.to(app.url);
    connections.push(connection);
    connection.send(requestHead(`GET ${path} HTTP/1.1`, subdomain, `X-Api-Key: ${key}`, `Range: ${range}`));
    const reply = await connection.reply();
    answers.push(reply === 'closed' ? reply : [reply.status, reply.body]);
  }
  const picture = PNG.toString('latin1');
  expect(answers).toEqual([picture, picture.slice(0, 10), picture.slice(5)].map((bytes) => [206, bytes]));
});
