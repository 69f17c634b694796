import type { components, operations } from './openapi.js';

/** The schemas of openapi.json by name, such as `Schemas['Ticket']`. */
export type Schemas = components['schemas'];

/** Options of a request beside its path, query and body. */
export interface RequestOptions {
  /** Ends the request, with its repetitions. */
  readonly signal?: AbortSignal | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** In place of a new one for each write. A write that is sent again with it is done once. */
  readonly idempotencyKey?: string | undefined;
  /** An entity tag: the write is refused when somebody else was faster. */
  readonly ifMatch?: string | undefined;
  readonly ifNoneMatch?: string | undefined;
  /** How often a request is sent again, in place of the client's number. */
  readonly retries?: number | undefined;
  /** Milliseconds for each try, in place of the client's. */
  readonly timeout?: number | undefined;
}

export const JSON_TYPE = 'application/json';

/** The facts about an operation that the client needs to send it. */
export interface Operation {
  readonly method: string;
  readonly path: string;
  /** The type of its body. */
  readonly takes?: string;
  /** The property with the elements of a list that has pages. */
  readonly list?: string;
  /** Whether the answer has bytes. */
  readonly bytes?: true;
  /** Whether it takes an `Idempotency-Key`. */
  readonly keyed?: true;
}

/** A promise of the body of an answer, which also gives the answer itself. */
export interface Answer<T> extends Promise<T> {
  withResponse(): Promise<{ readonly data: T; readonly response: Response }>;
}

/** All elements of a list, page after page, or a page. */
export interface List<T, Page> extends AsyncIterable<T> {
  page(number?: number): Answer<Page>;
}

export type BodyBytes = string | Blob | ArrayBuffer | Uint8Array;

type Id = keyof operations;
type Json<T> = T extends { content: { 'application/json': infer Shown } } ? Shown : never;
type JsonOf<Responses> = {
  [Status in keyof Responses]: Status extends 200 | 201 | 202 ? Json<Responses[Status]> : never;
}[keyof Responses];

/** The body of the answer to an operation. */
export type Data<Name extends Id> = JsonOf<operations[Name]['responses']>;

/** The body that an operation takes. */
export type Body<Name extends Id> = Json<NonNullable<operations[Name]['requestBody']>>;

/** An element of a list. */
export type Item<Name extends Id, Key extends string> =
  Data<Name> extends Record<Key, readonly (infer Element)[]> ? Element : never;

type Described<Name extends Id> = NonNullable<operations[Name]['parameters']['query']>;

/** A parameter of several values takes a list of them, or one of them. */
type Values<Type> = Type extends readonly (infer One)[] ? readonly One[] | One : Type;

type Query<Name extends Id> = { [Key in keyof Described<Name>]: Values<Described<Name>[Key]> };

/** The query of an operation and options of the request. */
export type Options<Name extends Id> = RequestOptions &
  ([Described<Name>] extends [never] ? unknown : Query<Name>);

/** A part of the path; a ticket is named by its id or its number. */
export type PathValue<Name extends Id, Key extends string> = operations[Name]['parameters'] extends {
  path: Record<Key, infer Value>;
}
  ? string extends Value
    ? string | number
    : Value
  : never;
