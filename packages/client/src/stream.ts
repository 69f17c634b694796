import { DeskError } from './errors.js';
import { patiently } from './events.js';
import { sleep } from './retries.js';
import { messageReader, type Message } from './server-sent.js';
import type { Answer, Options } from './types.js';

/** `after` is the position of the last event that was handled; without it they begin with the next one. */
export type StreamOptions = Options<'streamEvents'>;

export type CustomerStreamOptions = Options<'streamPortalEvents'>;

interface Streaming {
  streamEvents(query: CustomerStreamOptions): Answer<Response>;
}

/** The desk sends a comment each 15 seconds, so a connection without bytes for this time is lost. */
const SILENT_MS = 45_000;
/** The wait before the next connection, until the desk names another one, and the most that chance adds to it. */
const [WAIT_MS, CHANCE_MS] = [1_000, 250];

/** Gives each event as it happens, once and in the order of positions. When the connection ends, the next one goes on there; a refusal ends it. */
export async function* streamOf(
  desk: Streaming,
  query: CustomerStreamOptions,
  silent = SILENT_MS,
): AsyncGenerator<unknown, void, undefined> {
  let last: string | undefined;
  let wait = WAIT_MS;
  for (;;) {
    for await (const { id, data, retry } of connection(desk, query, last, silent)) {
      wait = retry ?? wait;
      const isRepeated = id !== undefined && Number(id) <= Number(last ?? -1);
      last = isRepeated ? last : (id ?? last);
      if (data !== undefined && !isRepeated) yield eventIn(data);
    }
    // All that listened to a desk lose it in the same moment.
    await sleep(wait + CHANCE_MS * Math.random(), query.signal);
  }
}

/** Reads an event. Something before the desk may send other words. */
function eventIn(data: string): unknown {
  try {
    const event: unknown = JSON.parse(data);
    if (typeof event === 'object' && event !== null) return event;
  } catch {
    // It is no JSON, either.
  }
  throw new DeskError({
    status: 200,
    code: 'no_stream',
    message: 'The stream has something that is no event.',
  });
}

/** Gives the messages of one connection, and ends when it has ended or is lost. */
async function* connection(
  desk: Streaming,
  query: CustomerStreamOptions,
  last: string | undefined,
  silent: number,
): AsyncGenerator<Message, void, undefined> {
  const { signal } = query;
  signal?.throwIfAborted();
  const control = new AbortController();
  const stop = (): void => {
    control.abort(signal?.reason);
  };
  signal?.addEventListener('abort', stop, { once: true });
  const headers = { Accept: 'text/event-stream', ...query.headers, ...(last && { 'Last-Event-ID': last }) };
  const ask = (): Answer<Response> => desk.streamEvents({ ...query, headers, signal: control.signal });
  try {
    yield* messagesIn(streamIn(await patiently(ask, true, control.signal)), silent);
    signal?.throwIfAborted();
  } finally {
    signal?.removeEventListener('abort', stop);
    control.abort();
  }
}

/** The bytes of a stream. Another server, or a page before the desk, may have answered something else. */
function streamIn(response: Response): ReadableStream<Uint8Array> {
  const type = response.headers.get('content-type') ?? 'nothing';
  const body = response.body as ReadableStream<Uint8Array> | null;
  if (body && type.startsWith('text/event-stream')) return body;
  const message = `The answer is no stream of events, but ${type}.`;
  throw new DeskError({ status: response.status, code: 'no_stream', message, response });
}

/** A reader that is cut off, or hears nothing, has as many messages as came. */
async function* messagesIn(
  body: ReadableStream<Uint8Array>,
  silent: number,
): AsyncGenerator<Message, void, undefined> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const read = messageReader();
  const end = (): Promise<void> => reader.cancel().catch(() => undefined);
  try {
    for (;;) {
      const timer = setTimeout(() => void end(), silent);
      const piece = await reader.read().catch(() => undefined);
      clearTimeout(timer);
      if (!piece || piece.done) return;
      yield* read(decoder.decode(piece.value, { stream: true }));
    }
  } finally {
    await end();
  }
}
