import type { Request, RequestHandler, Response } from 'express';
import type { Picture } from '../settings/look.rules.js';
import type { DomainError } from '../../kernel/errors.js';
import { refusalOf, showErrorsBy } from '../../platform/http/answers/error-response.js';
import { watchUnlessTaken } from '../../platform/http/answers/reply.js';
import { secureForm } from '../../platform/http/answers/security-headers.js';
import { noticePage } from './page.presenter.js';
import type { FormTexts } from './texts/en.js';
import { isTranslated, textsFor } from './texts/languages.js';

/** Sends the pieces of a page. `origins` may show it in a frame. */
export function sendPage(
  response: Response,
  status: number,
  pieces: readonly Buffer[],
  origins: readonly string[] = [],
): void {
  // A request that ran out of time was answered already.
  if (response.headersSent) return;
  secureForm(response, origins);
  if (isTranslated) response.vary('Accept-Language');
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
  const bytes = pieces.reduce((sum, { length }) => sum + length, 0);
  response.setHeader('Content-Length', bytes);
  response.statusCode = status;
  for (const piece of pieces) response.write(piece);
  response.end();
  watchUnlessTaken(response, bytes);
}

/** Sends a file that pages load. Its name changes with its content, so it may be kept for a year. */
export function sendAsset(response: Response, { contentType, bytes }: Picture): void {
  response.setHeader('Cache-Control', 'public, max-age=31536000, immutable');
  response.setHeader('Content-Type', contentType);
  response.setHeader('Content-Length', bytes.length);
  response.end(bytes);
  watchUnlessTaken(response, bytes.length);
}

/** Shows every later error of the request as a page for people. */
export const showErrorPages: RequestHandler = (request, _response, next) => {
  showErrorsBy(request, sendErrorPage);
  next();
};

/** Sends the page of an error, with the status and the headers of the API, but without its details. */
function sendErrorPage(request: Request, response: Response, error: DomainError): void {
  const { status, headers } = refusalOf(error);
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  const texts = textsFor(request);
  const [heading, message] = wordsFor(error, texts);
  sendPage(response, status, noticePage(heading, message, rootFrom(request.originalUrl), texts));
}

function wordsFor({ kind }: DomainError, texts: FormTexts): [heading: string, message: string] {
  if (kind === 'not_found') return [texts.missingTitle, texts.missingMessage];
  if (kind === 'too_large') return [texts.tooLargeTitle, texts.tooLargeMessage];
  return [texts.failedTitle, texts.failedMessage];
}

/** Makes the path from a page to the address above `/forms`: one step up for each slash after the first. */
function rootFrom(address: string): string {
  return '../'.repeat((address.split('?', 1)[0] ?? '').split('/').length - 2);
}
