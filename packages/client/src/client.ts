import { copyOf, type TicketCopy } from './copies.js';
import {
  eventsOf,
  INTERVAL_OF_CUSTOMER_MS,
  type CustomerEvent,
  type CustomerEventOptions,
  type DeskEvent,
  type EventOptions,
} from './events.js';
import { answerOf, listOf } from './lists.js';
import { CUSTOMER_OPERATIONS, OPERATIONS, type CustomerOperations, type Operations } from './operations.js';
import { send, type Answered, type Call, type Settings } from './requests.js';
import { streamOf, type CustomerStreamOptions, type StreamOptions } from './stream.js';
import type { Answer, Body, BodyBytes, Data, Operation, Options, RequestOptions, Schemas } from './types.js';

interface ClientSettings {
  /** The address of the workspace, such as `https://acme.desk.example`. */
  readonly url: string;
  /** Headers for each request. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** How often a request is sent again: 5 times unless stated. */
  readonly retries?: number | undefined;
  /** Milliseconds for each try: 30,000 unless stated. */
  readonly timeout?: number | undefined;
  /** In place of the `fetch` of the platform. */
  readonly fetch?: typeof fetch | undefined;
}

export interface DeskSettings extends ClientSettings {
  /** A key of the workspace. The state of the service can be read without one. */
  readonly key?: string | undefined;
}

export interface CustomerDeskSettings extends ClientSettings {
  /** The token of a session, which a server gets by `createCustomerSession`. */
  readonly token: string;
}

export interface UploadOptions extends RequestOptions {
  /** The name of the file, when it has none of its own. */
  readonly name?: string | undefined;
  /** The content of the ticket or comment shows the picture by `cid:` and this id. */
  readonly contentId?: string | undefined;
}

export interface BatchOptions extends RequestOptions {
  /** Whether all operations are done or none. */
  readonly atomic?: boolean | undefined;
}

/** The time of a request that sends a file. */
const UPLOAD_MS = 10 * 60_000;

/** Sends the operations of a client. They are its methods. */
class Client {
  readonly #settings: Settings;

  constructor(
    { url, headers = {}, retries = 5, timeout = 30_000, fetch: own }: ClientSettings,
    key?: string,
  ) {
    // The platform would repeat a key that no header can have, in its error.
    if (/[^!-~]/.test(key?.trim() ?? '')) throw new TypeError('The key has characters that no key has.');
    // A function of the platform does not work as a method of another object.
    const call: typeof fetch = own ?? ((...request) => fetch(...request));
    this.#settings = { url: url.replace(/\/+$/, ''), key, headers, retries, timeout, fetch: call };
  }

  /** Gives the prototype of a client a method for each operation. */
  static offer(prototype: Client, operations: Readonly<Record<string, Operation>>): void {
    for (const [name, operation] of Object.entries(operations)) {
      const method = function (this: Client, ...given: unknown[]): unknown {
        const { options, ...call } = callOf(operation, given);
        const ask = (query: Call['options']): Promise<Answered> =>
          send(this.#settings, { ...call, options: query });
        return operation.list === undefined ? answerOf(ask(options)) : listOf(ask, operation.list, options);
      };
      Object.defineProperty(prototype, name, { value: method, writable: true, configurable: true });
    }
  }
}

// Each operation of openapi.json is a method of the prototype, see below.
// eslint-disable-next-line @typescript-eslint/no-unsafe-declaration-merging, @typescript-eslint/no-empty-object-type
export interface Desk extends Operations {}

/** A workspace of Support Desk. */
// eslint-disable-next-line @typescript-eslint/no-unsafe-declaration-merging
export class Desk extends Client {
  constructor(settings: DeskSettings) {
    super(settings, settings.key);
  }

  /** Gives what happens in the workspace, each event once and in order, and goes on when the service was away. */
  events(options: EventOptions = {}): AsyncGenerator<DeskEvent, void, undefined> {
    return eventsOf<DeskEvent>(this, options);
  }

  /** Gives what happens from now on, or after `after`, at once and each event once. It goes on when the service was away. */
  stream(options: StreamOptions = {}): AsyncGenerator<DeskEvent, void, undefined> {
    return streamOf(this, options) as AsyncGenerator<DeskEvent, void, undefined>;
  }

  /** Sends a file. `signed_id` of the answer attaches it to a ticket or a comment. */
  upload(file: BodyBytes, options: UploadOptions = {}): Answer<Schemas['UploadResponse']> {
    return this.uploadAttachment(...formOf(file, options));
  }

  /** Does up to 100 operations in their order. Each has a result; with `atomic`, all are done or the whole is refused. */
  batch(
    operations: Body<'batchTickets'>['operations'],
    { atomic = false, ...options }: BatchOptions = {},
  ): Answer<Data<'batchTickets'>> {
    return this.batchTickets({ operations, atomic }, options);
  }

  /** Copies all tickets of one moment. The key must name the scope `exports:read`. */
  async export(options: Options<'exportTickets'> = {}): Promise<TicketCopy> {
    return copyOf(await this.exportTickets(options));
  }

  static {
    Client.offer(Desk.prototype, OPERATIONS);
  }
}

// eslint-disable-next-line @typescript-eslint/no-unsafe-declaration-merging, @typescript-eslint/no-empty-object-type
export interface CustomerDesk extends CustomerOperations {}

/** The tickets of one customer, for a page in the browser of the customer. */
// eslint-disable-next-line @typescript-eslint/no-unsafe-declaration-merging
export class CustomerDesk extends Client {
  constructor(settings: CustomerDeskSettings) {
    super(settings, settings.token);
  }

  /** Gives what happens to the tickets of the customer, as `Desk` does for the workspace. */
  events(options: CustomerEventOptions = {}): AsyncGenerator<CustomerEvent, void, undefined> {
    return eventsOf<CustomerEvent>(this, options, INTERVAL_OF_CUSTOMER_MS);
  }

  /** Gives at once what happens to the tickets of the customer, as `Desk` does for the workspace. */
  stream(options: CustomerStreamOptions = {}): AsyncGenerator<CustomerEvent, void, undefined> {
    return streamOf(this, options) as AsyncGenerator<CustomerEvent, void, undefined>;
  }

  /** Sends a file of the customer. `signed_id` of the answer attaches it. */
  upload(file: BodyBytes, options: UploadOptions = {}): Answer<Schemas['UploadResponse']> {
    return this.uploadAttachment(...formOf(file, options));
  }

  static {
    Client.offer(CustomerDesk.prototype, CUSTOMER_OPERATIONS);
  }
}

function formOf(
  file: BodyBytes,
  { name, contentId, ...others }: UploadOptions,
): [form: FormData, options: RequestOptions] {
  const form = new FormData();
  // Types of platforms differ in which arrays of bytes a `Blob` takes.
  const part = file as Blob | ArrayBuffer;
  const blob = part instanceof Blob ? part : new Blob([part]);
  form.set('file', blob, name ?? (file as Partial<File>).name ?? 'file');
  if (contentId !== undefined) form.set('content_id', contentId);
  return [form, others];
}

/** Divides what a method was given: the parts of the path, the body if the operation takes one, and options. */
function callOf(operation: Operation, given: readonly unknown[]): Call {
  const parts = operation.path.match(/{\w+}/g)?.length ?? 0;
  const rest = given.slice(parts);
  const body = operation.takes === undefined ? undefined : rest.shift();
  const options = { ...(isFile(operation) && { timeout: UPLOAD_MS }), ...(rest[0] ?? {}) } as Call['options'];
  return { operation, path: given.slice(0, parts) as string[], body, options };
}

function isFile({ takes = '' }: Operation): boolean {
  return takes === '*/*' || takes.startsWith('multipart/');
}
