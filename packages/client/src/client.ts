import { eventsOf, type DeskEvent, type EventOptions } from './events.js';
import { answerOf, listOf } from './lists.js';
import { OPERATIONS, type Operations } from './operations.js';
import { send, type Answered, type Call, type Settings } from './requests.js';
import type { Answer, BodyBytes, Operation, RequestOptions, Schemas } from './types.js';

export interface DeskSettings {
  /** The address of the workspace, such as `https://acme.desk.example`. */
  readonly url: string;
  /** A key of the workspace. The state of the service can be read without one. */
  readonly key?: string | undefined;
  /** Headers for each request. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** How often a request is sent again: 5 times unless stated. */
  readonly retries?: number | undefined;
  /** Milliseconds for each try: 30,000 unless stated. */
  readonly timeout?: number | undefined;
  /** In place of the `fetch` of the platform. */
  readonly fetch?: typeof fetch | undefined;
}

export interface UploadOptions extends RequestOptions {
  /** The name of the file, when it has none of its own. */
  readonly name?: string | undefined;
  /** The content of the ticket or comment shows the picture by `cid:` and this id. */
  readonly contentId?: string | undefined;
}

const UPLOAD_MS = 10 * 60_000;

// Each operation of openapi.json is a method of the prototype, see below.
// eslint-disable-next-line @typescript-eslint/no-unsafe-declaration-merging, @typescript-eslint/no-empty-object-type
export interface Desk extends Operations {}

/** A workspace of Support Desk. */
// eslint-disable-next-line @typescript-eslint/no-unsafe-declaration-merging
export class Desk {
  readonly #settings: Settings;

  constructor({ url, key, headers = {}, retries = 5, timeout = 30_000, fetch: own }: DeskSettings) {
    // A function of the platform does not work as a method of another object.
    const call: typeof fetch = own ?? ((...request) => fetch(...request));
    this.#settings = { url: url.replace(/\/+$/, ''), key, headers, retries, timeout, fetch: call };
  }

  /** Gives what happens in the workspace, each event once and in order, and goes on when the service was away. */
  events(options: EventOptions = {}): AsyncGenerator<DeskEvent, void, undefined> {
    return eventsOf(this, options);
  }

  /** Sends a file. `signed_id` of the answer attaches it to a ticket or a comment. */
  upload(file: BodyBytes, options: UploadOptions = {}): Answer<Schemas['UploadResponse']> {
    const { name, contentId, ...others } = options;
    const form = new FormData();
    // Types of platforms differ in which arrays of bytes a `Blob` takes.
    const part = file as Blob | ArrayBuffer;
    const blob = part instanceof Blob ? part : new Blob([part]);
    form.set('file', blob, name ?? (file as Partial<File>).name ?? 'file');
    if (contentId !== undefined) form.set('content_id', contentId);
    return this.uploadAttachment(form, { timeout: UPLOAD_MS, ...others });
  }

  static {
    for (const [name, operation] of Object.entries<Operation>(OPERATIONS)) {
      const method = function (this: Desk, ...given: unknown[]): unknown {
        const { options, ...call } = callOf(operation, given);
        const ask = (query: Call['options']): Promise<Answered> =>
          send(this.#settings, { ...call, options: query });
        return operation.list === undefined ? answerOf(ask(options)) : listOf(ask, operation.list, options);
      };
      Object.defineProperty(Desk.prototype, name, { value: method, writable: true, configurable: true });
    }
  }
}

/** Divides what a method was given: the parts of the path, the body if the operation takes one, and options. */
function callOf(operation: Operation, given: readonly unknown[]): Call {
  const parts = operation.path.match(/{\w+}/g)?.length ?? 0;
  const rest = given.slice(parts);
  const body = operation.takes === undefined ? undefined : rest.shift();
  const options = (rest[0] ?? {}) as Call['options'];
  return { operation, path: given.slice(0, parts) as string[], body, options };
}
