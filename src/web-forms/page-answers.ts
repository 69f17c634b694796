import type { Response } from 'express';
import { secureForm } from '../platform/http/answers/security-headers.js';
import type { Picture } from '../forms/look.rules.js';
import { isTranslated } from './texts/languages.js';

/** Sends a page. `origins` may show it in a frame. */
export function sendPage(
  response: Response,
  status: number,
  html: string,
  origins: readonly string[] = [],
): void {
  // The time of the request was over before its work was done, and it was answered then.
  if (response.headersSent) return;
  secureForm(response, origins);
  if (isTranslated) response.vary('Accept-Language');
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
  response.setHeader('Content-Length', Buffer.byteLength(html));
  response.statusCode = status;
  response.end(html);
}

/** Sends a file that pages load. Its name changes with its content, so it may be kept for a year. */
export function sendAsset(response: Response, { contentType, bytes }: Picture): void {
  response.setHeader('Cache-Control', 'public, max-age=31536000, immutable');
  response.setHeader('Content-Type', contentType);
  response.setHeader('Content-Length', bytes.length);
  response.end(bytes);
}
