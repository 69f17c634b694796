import type { Request, RequestHandler, Response } from 'express';
import type { DomainError } from '../kernel/errors.js';
import { refusalOf, showErrorsBy } from '../platform/http/answers/error-response.js';
import { sendPage } from './page-answers.js';
import { noticePage } from './page.presenter.js';
import type { FormTexts } from './texts/en.js';
import { textsFor } from './texts/languages.js';

/** Everything that goes wrong from here on is a page for people. */
export const showErrorPages: RequestHandler = (request, _response, next) => {
  showErrorsBy(request, sendErrorPage);
  next();
};

/** Sends the page of an error, with the status and the headers of the API. It says no more than whether there is such a page. */
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

/** The way from the address of a page to the one above `/forms`: one step up for each slash behind the first. */
function rootFrom(address: string): string {
  return '../'.repeat((address.split('?', 1)[0] ?? '').split('/').length - 2);
}
