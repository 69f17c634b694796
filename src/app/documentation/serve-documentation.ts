import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import type { INestApplication } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { OpenAPIObject } from '@nestjs/swagger';
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
    server.get(`/docs${path}`, sending(type, content));
  const root = packageFolder();
  for (const name of FROM_PACKAGE) {
    server.get(`/docs/${name}`, (_request: Request, response: Response) => {
      response.sendFile(name, { root });
    });
  }
  let document: string | undefined;
  server.get('/openapi.json', (request: Request, response: Response) => {
    // To make it takes a while, and not every process is asked for it.
    document ??= JSON.stringify(describe());
    sending('json', document)(request, response);
  });
}

function sending(type: string, content: string): (request: Request, response: Response) => void {
  return (_request, response) => {
    response.type(type).send(content);
  };
}

function packageFolder(): string {
  const require = createRequire(import.meta.url);
  // The package belongs to Nest's, which may have its own copy.
  const nest = createRequire(require.resolve('@nestjs/swagger'));
  return dirname(nest.resolve('swagger-ui-dist/package.json'));
}
