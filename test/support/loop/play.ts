import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { HeavyRequest } from './heavy.js';

/** Where a workspace answers. */
export interface HeavyDesk {
  readonly port: number;
  readonly host: string;
  readonly key: string;
  /** The listener for administration. */
  readonly admin: { readonly port: number; readonly key: string };
}

/** A loaded machine may not answer in time, and says so. */
const [TRIES, WAIT_MS] = [120, 500];

/** Sends a request to a workspace, again after a 503. It throws when the answer is not one of those that the request may get. */
export async function play(desk: HeavyDesk, sent: HeavyRequest): Promise<void> {
  const { method, path, body = '', status: wanted = [200] } = sent;
  for (let tries = 1; ; tries++) {
    const { status, words } = await answerTo(desk, sent);
    if (wanted.includes(status)) return;
    if (status !== 503 || tries === TRIES)
      throw new Error(
        `${method} ${path.slice(0, 80)}: ${status} ${words.slice(0, 300)} ${body.toString().slice(0, 80)}`,
      );
    await sleep(WAIT_MS);
  }
}

async function answerTo(
  desk: HeavyDesk,
  { method, path, body, type = 'application/json', headers = {} }: HeavyRequest,
): Promise<{ readonly status: number; readonly words: string }> {
  const isAdmin = path.startsWith('/admin/');
  const { port, key } = isAdmin ? desk.admin : desk;
  const outgoing = request({
    ...{ host: '127.0.0.1', port, method },
    path: /^\/(?:api|mcp|forms|admin|openapi)\b/.test(path) ? path : `/api/external/v2${path}`,
    headers: {
      ...{ Host: isAdmin ? 'localhost' : desk.host, 'X-Api-Key': key, Accept: 'application/json' },
      ...(body !== undefined && { 'Content-Type': type, 'Content-Length': Buffer.byteLength(body) }),
      ...headers,
    },
  }).end(body);
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
  return { status: answer.statusCode ?? 0, words: await text(answer) };
}
