import type { Response } from 'express';
import { watchUnlessTaken } from '../platform/http/answers/reply.js';

export interface ProtocolAnswer {
  readonly status: number;
  readonly contentType: string | null;
  readonly text: string;
}

/** Sends an answer of the protocol in its own shape, unless another answer was sent. */
export function sendAnswer(response: Response, { status, contentType, text }: ProtocolAnswer): void {
  if (response.headersSent) return;
  response.statusCode = status;
  if (contentType !== null) response.setHeader('Content-Type', contentType);
  const bytes = Buffer.byteLength(text);
  response.setHeader('Content-Length', bytes);
  response.end(text);
  watchUnlessTaken(response, bytes);
}
