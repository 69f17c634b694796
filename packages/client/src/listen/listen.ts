import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { Desk, DeskError, type DeskEvent } from '../index.js';
import { HELP, shown, UsageError, wishesOf, type Wishes } from './arguments.js';
import { Forwarding } from './forwarding.js';
import { fetchFrom } from './host-fetch.js';
import { post, reasonOf } from './posting.js';

/** The environment and the streams of the program: events go to `stdout` alone, words for people to `stderr`. */
export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly stderr: Writable;
  /** Ends the program. */
  readonly stop: AbortSignal;
}

type Say = (line: string) => void;

/** Runs the program. @returns its exit status: 0 done, 1 the desk refuses, 2 the command line is wrong */
export async function listen(args: readonly string[], around: Surroundings): Promise<number> {
  const say: Say = (line) => void around.stderr.write(`${line}\n`);
  try {
    const wishes = wishesOf(args, around.env);
    if (wishes) await follow(wishes, around, say);
    else around.stdout.write(HELP);
    return 0;
  } catch (error) {
    if (around.stop.aborted) return 0;
    if (!(error instanceof UsageError) && !(error instanceof DeskError)) throw error;
    say(error.message);
    if (!(error instanceof UsageError)) return 1;
    say('support-desk-listen --help says more.');
    return 2;
  }
}

async function follow(wishes: Wishes, around: Surroundings, say: Say): Promise<void> {
  const { url, key, host, query, prints, forward } = wishes;
  const { stdin, stdout, stop } = around;
  const read = host === undefined ? fetch : fetchFrom(host);
  await tryKey(new Desk({ url, key, fetch: read, retries: 0 }), url, stop);
  const desk = new Desk({ url, key, fetch: toldFetch(read, say, stop) });
  const forwarding =
    forward && new Forwarding((event) => post(forward.target, forward.secret, event, stop), say);
  if (forward) sayWhere(forward, say);
  const ended = new AbortController();
  stdin.once('end', () => {
    ended.abort();
  });
  if (forwarding) stdin.on('data', () => void forwarding.again());
  let last = query.after;
  try {
    for await (const event of desk.stream({ ...query, signal: stop })) {
      if (prints) await print(event, stdout, stop);
      await forwarding?.take(event);
      last = event.position;
      while (forwarding?.isFull) await room(forwarding, around, ended.signal, say);
    }
  } finally {
    stdin.pause();
    await forwarding?.settled();
    sayPosition(last, forwarding, say);
  }
}

/** A desk that is away later is waited for. One that never was there is a mistake of the command line. */
async function tryKey(desk: Desk, url: string, signal: AbortSignal): Promise<void> {
  try {
    await desk.getCurrentApiKey({ signal });
  } catch (error) {
    // A desk says itself what it refuses, and has a code for it.
    if (!(error instanceof DeskError) || !/^(no_answer$|status_)/.test(error.code)) throw error;
    const message = `${url} does not answer as a desk does: ${reasonOf(error)}`;
    throw new DeskError({ status: error.status, code: error.code, message, cause: error });
  }
}

/** Fetches events, and says when they begin to come, and why they do not. */
function toldFetch(read: typeof fetch, say: Say, stop: AbortSignal): typeof fetch {
  let told = '';
  const tell = (words: string): void => {
    if (words !== told && !stop.aborted) say(words);
    told = words;
  };
  return async (...request) => {
    try {
      const answer = await read(...request);
      if (answer.ok) tell('Listening. Ctrl-C ends.');
      else if (answer.status === 429 || answer.status >= 500)
        tell(`The desk answers ${answer.status}. Trying again.`);
      return answer;
    } catch (error) {
      tell(`The desk does not answer: ${reasonOf(error)}. Trying again.`);
      throw error;
    }
  };
}

function sayWhere({ target, secret, isNew }: NonNullable<Wishes['forward']>, say: Say): void {
  say(`Events are posted to ${shown(target.href)}`);
  say(isNew ? `They are signed with ${secret}` : 'They are signed with SUPPORT_DESK_SECRET.');
}

/** A reader of the output that is slow slows the stream. */
async function print(event: DeskEvent, stdout: Writable, signal: AbortSignal): Promise<void> {
  if (!stdout.write(`${JSON.stringify(event)}\n`)) await once(stdout, 'drain', { signal });
}

/**
 * Waits for Enter, and for what comes of it. The desk cuts the stream off meanwhile, and it goes on after the last event.
 * @throws {DeskError} when the input has ended, so that nobody can press Enter
 */
async function room(
  forwarding: Forwarding,
  { stdin, stop }: Surroundings,
  ended: AbortSignal,
  say: Say,
): Promise<void> {
  const wait = `${forwarding.waiting} events wait for another try`;
  if (!ended.aborted) say(`${wait}: Enter tries again, and no other is taken before.`);
  try {
    await once(stdin, 'data', { signal: AbortSignal.any([stop, ended]) });
  } catch (error) {
    if (stop.aborted) throw error;
    throw new DeskError({ status: 0, code: 'no_room', message: `${wait}, and nobody can press Enter.` });
  }
  await forwarding.settled();
}

function sayPosition(last: number | undefined, forwarding: Forwarding | undefined, say: Say): void {
  if (forwarding?.oldest !== undefined) say(`Events that were not taken: ${forwarding.waiting}.`);
  const position = forwarding?.oldest === undefined ? last : forwarding.oldest - 1;
  if (position === undefined) say('No event has come.');
  else say(`The last position is ${position}: --after ${position} goes on there.`);
}
