import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import type { DeskEvent } from '../events.js';
import { signatureOf } from '../webhooks.js';

/** A program has this long to answer, as an endpoint of a webhook has. */
const TIMEOUT_MS = 15_000;
/** Characters of an answer that are shown. */
const SHOWN = 200;

export interface Outcome {
  readonly isTaken: boolean;
  /** The answer, or why there is none: a line for people. */
  readonly said: string;
}

/** Posts an event with the body and the headers of a webhook. Each try has a connection of its own, so that it outlasts a restart. */
export async function post(
  target: URL,
  secret: string,
  event: DeskEvent,
  stop: AbortSignal,
): Promise<Outcome> {
  const body = Buffer.from(JSON.stringify(event));
  const headers = await signedHeaders(secret, event.id, body);
  const late = AbortSignal.timeout(TIMEOUT_MS);
  const { request } = target.protocol === 'https:' ? https : http;
  try {
    const signal = AbortSignal.any([stop, late]);
    const asking = request(target, { method: 'POST', headers, signal, agent: false });
    // An error of the connection after the head of the answer changes nothing.
    asking.on('error', () => undefined).end(body);
    const [answer] = (await once(asking, 'response')) as [IncomingMessage];
    const { statusCode: status = 0 } = answer;
    return { isTaken: status >= 200 && status < 300, said: `${status} ${await wordsOf(answer)}`.trim() };
  } catch (error) {
    const said = stop.aborted ? 'interrupted' : reasonOf(error);
    return { isTaken: false, said: late.aborted ? `no answer within ${TIMEOUT_MS / 1_000} seconds` : said };
  }
}

async function signedHeaders(secret: string, id: string, body: Buffer): Promise<Record<string, string>> {
  const timestamp = String(Math.floor(Date.now() / 1_000));
  return {
    'content-type': 'application/json',
    'user-agent': 'Support-Desk-Webhooks',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${await signatureOf(secret, `${id}.${timestamp}.`, body)}`,
  };
}

/** The first words of an answer on one line. Nothing in it can move the cursor of a terminal. */
async function wordsOf(answer: IncomingMessage): Promise<string> {
  let text = '';
  for await (const piece of answer.setEncoding('utf8')) if ((text += String(piece)).length > SHOWN) break;
  return printable(text.slice(0, SHOWN));
}

export function printable(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .trim();
}

/** The reason behind an error: `fetch` hides it in a cause, and a name with several addresses has one for each. */
export function reasonOf(error: unknown): string {
  const { cause, errors, message, code } = error as Error & { errors?: readonly Error[]; code?: string };
  if (cause !== undefined) return reasonOf(cause);
  return printable(message || (errors?.[0]?.message ?? code ?? 'no reason is known'));
}
