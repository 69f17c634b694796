import type { Response } from 'supertest';
import type { RawReply } from './servers/raw-http.js';

/** The paths of all problems in a refusal. */
export function fieldErrors(response: Response): string[] {
  const { field_errors: errors } = response.body as { field_errors?: { field: string; message: string }[] };
  return (errors ?? []).map(({ field }) => field);
}

/** Each problem of a refusal as its path and its message. */
export function messagesOf(response: Response): string[] {
  const { field_errors: errors } = response.body as { field_errors?: { field: string; message: string }[] };
  return (errors ?? []).map(({ field, message }) => `${field} ${message}`);
}

/** The entity tag of a response, which must have one. */
export function tagOf(response: Response): string {
  expect(response.headers['etag']).toMatch(/^"[^"]+"$/);
  return response.headers['etag'] ?? '';
}

/** The numbers of the tickets in a list, in the order of the list. */
export function numbersOf(response: Response): number[] {
  const { tickets } = response.body as { tickets: { number: number }[] };
  return tickets.map(({ number }) => number);
}

/** Checks that a reply is a refusal in the common form of errors. */
export function expectRefusal(reply: RawReply | 'closed', status: number, code: string): void {
  if (reply === 'closed') throw new Error('The connection was closed without a reply.');
  expect(reply.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'x-request-id': expect.stringMatching(/./),
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  });
  const body = JSON.parse(reply.body) as object;
  expect([reply.status, body]).toEqual([status, { error: expect.stringMatching(/^[A-Z].*\.$/), code }]);
}
