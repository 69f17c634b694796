import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import type { INestApplication } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';
import { staticContent } from './static-content.js';
import { MARK, PAGE, SCRIPT, STYLE } from './page.js';

/** What the page loads from the package of Swagger UI. */
const FROM_PACKAGE = ['swagger-ui.css', 'swagger-ui-bundle.js'] as const;

const OWN = {
  '': ['html', PAGE],
  '/page.css': ['css', STYLE],
  '/page.js': ['js', SCRIPT],
  '/mark.svg': ['svg', MARK],
} as const;

/** Swagger UI at `/docs`, with "Try it out" against the host that serves it, and the document at `/openapi.json`. */
export function serveDocumentation(app: INestApplication, describe: () => OpenAPIObject): void {
  const server = app.getHttpAdapter();
  for (const [path, [type, content]] of Object.entries(OWN))
    server.get(
      `/docs${path}`,
      staticContent(type, () => Promise.resolve(content)),
    );
  const root = packageFolder();
  for (const name of FROM_PACKAGE)
    server.get(
      `/docs/${name}`,
      staticContent(extname(name), () => readFile(join(root, name))),
    );
  // To make it takes a while, and not every process is asked for it.
  server.get(
    '/openapi.json',
    staticContent('json', () => Promise.resolve(JSON.stringify(describe()))),
  );
}

function packageFolder(): string {
  const require = createRequire(import.meta.url);
  // The package belongs to Nest's, which may have its own copy.
  const nest = createRequire(require.resolve('@nestjs/swagger'));
  return dirname(nest.resolve('swagger-ui-dist/package.json'));
}
