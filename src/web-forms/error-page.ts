import type { Request, Response } from 'express';
import type { DomainError } from '../kernel/errors.js';
import { refusalOf } from '../platform/http/answers/error-response.js';
import { sendPage } from './page-answers.js';
import { noticePage } from './page.presenter.js';
import { textsFor } from './texts/languages.js';

/** Sends the page of an error, with the status and the headers of the API. It says no more than whether there is such a page. */
export function sendErrorPage(request: Request, response: Response, error: DomainError): void {
  const { status, headers } = refusalOf(error);
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  const texts = textsFor(request);
  const { missingTitle, missingMessage, failedTitle, failedMessage } = texts;
  const [heading, message] =
    error.kind === 'not_found' ? [missingTitle, missingMessage] : [failedTitle, failedMessage];
  sendPage(response, status, noticePage(heading, message, rootFrom(request.originalUrl), texts));
}

/** The way from the address of a page to the one above `/forms`: one step up for each slash behind the first. */
function rootFrom(address: string): string {
  return '../'.repeat((address.split('?', 1)[0] ?? '').split('/').length - 2);
}
