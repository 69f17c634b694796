// What all refusals have in common, and the one that no client library can provoke.
import type { Response } from 'supertest';
import { checkAgainstDocument } from './openapi-check.js';
import type { Method } from './servers/api-client.js';
import { RawConnection } from './servers/raw-http.js';

/** Words of SQL and of our code, which no caller may see. */
const INTERNALS = /select|insert|\.ts|\.js|node_modules|constraint|relation "/i;

/** Checks what every refusal has: JSON with a sentence, a code unless it is 401, the fields when it is 422, and nothing of our code. */
export function expectRefusal({ status, headers, body, text }: Response, wanted: number): void {
  expect(status).toBe(wanted);
  expect(headers['content-type']).toBe('application/json; charset=utf-8');
  expect(headers['x-request-id']).toMatch(/./);
  expect(typeof (body as { readonly error?: unknown }).error).toBe('string');
  expect(Object.keys(body as object).sort()).toEqual(keysOf(wanted));
  expect(text).not.toMatch(INTERNALS);
}

function keysOf(status: number): string[] {
  if (status === 401) return ['error'];
  return status === 422 ? ['code', 'error', 'field_errors'] : ['code', 'error'];
}

/** Sends headers that never end. The document is asked here, because no client library sends such a request. */
export async function lateRequest(
  url: string,
  host: string,
  method: Method,
  path: string,
): Promise<Response> {
  const connection = await RawConnection.to(url);
  connection.send(`${method.toUpperCase()} ${path} HTTP/1.1\r\nHost: ${host}\r\n`);
  const reply = await connection.reply();
  if (reply === 'closed') throw new Error('There was no reply.');
  const body = JSON.parse(reply.body) as object;
  const response = { ...reply, text: reply.body, body } as unknown as Response;
  checkAgainstDocument(method, path, response);
  return response;
}
