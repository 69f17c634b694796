import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { INestApplication } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { NextFunction, Request, Response } from 'express';
import { UNTAKEN_MS } from '../../platform/http/answers/reply.js';

/** The page is beside `src`, because the compiler copies nothing. */
const OWN_FOLDER = fileURLToPath(new URL('../../../assets/documentation', import.meta.url));

/** Serves Swagger UI at `/docs`, with "Try it out" against the host that serves it, and the document that the page shows. */
export function serveDocumentation(
  app: INestApplication,
  describe: () => Promise<OpenAPIObject>,
  documents: readonly string[] = ['/openapi.json'],
): void {
  const server = app.getHttpAdapter();
  app.use(['/docs', ...documents], (_request: Request, response: Response, next: NextFunction) => {
    response.setTimeout(UNTAKEN_MS);
    next();
  });
  const serve = (path: string, folder: string, name: string): void => {
    server.get(
      path,
      staticContent(extname(name), () => readFile(join(folder, name))),
    );
  };
  // The page shows the operations at its first address, and at the second one what webhooks send.
  for (const path of ['/docs', '/docs/webhooks']) serve(path, OWN_FOLDER, 'page.html');
  for (const name of ['page.css', 'page.js', 'plugins.js', 'mark.svg'])
    serve(`/docs/${name}`, OWN_FOLDER, name);
  for (const name of ['swagger-ui.css', 'swagger-ui-bundle.js'])
    serve(`/docs/${name}`, packageFolder(), name);
  // Making the document takes a while, and not every process is asked for it.
  const document = staticContent('json', async () => JSON.stringify(await describe()));
  for (const path of documents) server.get(path, document);
}

function packageFolder(): string {
  const require = createRequire(import.meta.url);
  // Nest depends on the package, and may have its own copy.
  const nest = createRequire(require.resolve('@nestjs/swagger'));
  return dirname(nest.resolve('swagger-ui-dist/package.json'));
}

const ENCODERS = {
  br: (bytes: Buffer) =>
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
  gzip: promisify<Buffer, Buffer>(gzip),
  identity: (bytes: Buffer) => Promise.resolve(bytes),
};

type Encoding = keyof typeof ENCODERS;
type Encoded = { readonly bytes: Buffer; readonly tag: string };
type Handler = (request: Request, response: Response) => Promise<void>;

/** Answers with content that never changes while the process runs. Each encoding is made once, when a client first asks for it. */
function staticContent(type: string, read: () => Promise<Buffer | string>): Handler {
  const made = new Map<Encoding, Promise<Encoded>>();
  const encode = async (encoding: Encoding): Promise<Encoded> => {
    const bytes = await ENCODERS[encoding](Buffer.from(await read()));
    return { bytes, tag: `"${createHash('sha256').update(bytes).digest('base64url')}"` };
  };
  return async (request, response) => {
    const encoding =
      (['br', 'gzip'] as const).find((one) => request.acceptsEncodings(one) === one) ?? 'identity';
    const promise = made.get(encoding) ?? encode(encoding);
    made.set(encoding, promise);
    const { bytes, tag } = await promise.catch((error: unknown) => {
      made.delete(encoding);
      throw error;
    });
    response.vary('Accept-Encoding').type(type).set({ 'Cache-Control': 'no-cache', ETag: tag });
    if (encoding !== 'identity') response.set('Content-Encoding', encoding);
    // Express answers a condition with 304, and HEAD without the body.
    response.send(bytes);
  };
}
