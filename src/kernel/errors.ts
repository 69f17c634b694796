/** A problem names one wrong place of a request, such as `field.data[1].label`, and has a message for a person. */
export interface FieldProblem {
  readonly path: string;
  readonly message: string;
}

/** Writes a path from the keys of objects and the indexes of lists on the way to a value: `tickets[1].tags[0]`. */
export function pathOf(keys: readonly PropertyKey[]): string {
  return keys.reduce<string>((path, key) => {
    if (typeof key === 'number') return `${path}[${key}]`;
    return path === '' ? String(key) : `${path}.${String(key)}`;
  }, '');
}

/** One answer shows at most this number of problems [rule 2]. */
const MAX_PROBLEMS = 100;

/** Collects the first problems of a request in the order found, each combination of path and message once. */
export class Problems {
  private readonly found: FieldProblem[] = [];
  private readonly keys = new Set<string>();
  private readonly paths = new Set<string>();

  constructor(already: readonly FieldProblem[] = []) {
    for (const { path, message } of already) this.add(path, message);
  }

  add(path: string, message: string): void {
    const key = `${path}\0${message}`;
    if (this.areMore || this.keys.has(key)) return;
    this.keys.add(key);
    if (this.found.length < MAX_PROBLEMS) this.paths.add(path);
    this.found.push({ path, message });
  }

  get any(): boolean {
    return this.found.length > 0;
  }

  /** True when there are more problems than the list holds. Then nobody needs to look for further ones. */
  get areMore(): boolean {
    return this.found.length > MAX_PROBLEMS;
  }

  has(path: string): boolean {
    return this.paths.has(path);
  }

  get list(): readonly FieldProblem[] {
    return this.areMore ? this.found.slice(0, MAX_PROBLEMS) : this.found;
  }

  /** Holds the problems for a later step, which adds its own: `list`, and one more when there are more. */
  get passedOn(): readonly FieldProblem[] {
    return this.found;
  }
}

/**
 * The pipe has checked the shape of this input: `value` holds the properties of the right shape, `problems` names the others. The
 * service adds the problems that its rules find, so that one answer names all of them [rule 2].
 */
export interface Checked<T> {
  readonly value: T;
  readonly problems: readonly FieldProblem[];
}

export function mapInput<From, To>(input: Checked<From>, map: (value: From) => To): Checked<To> {
  return { value: map(input.value), problems: input.problems };
}

/** The kinds of refusal. The error filter gives each kind exactly one status. */
const KINDS = [
  'malformed',
  'unauthenticated',
  'forbidden',
  'not_found',
  'method_not_allowed',
  'not_acceptable',
  'late',
  'in_progress',
  'conflict',
  'gone',
  'precondition_failed',
  'range_not_satisfiable',
  'too_large',
  'unsupported_media_type',
  'invalid',
  'headers_too_large',
  'rate_limited',
  'unavailable',
  'defect',
] as const;

export type ErrorKind = (typeof KINDS)[number];

interface DomainErrorOptions extends ErrorOptions {
  readonly passedOn?: readonly FieldProblem[];
}

/** Ends a request with a stable word in `code` and one sentence for a person, which shows nothing internal [rule 2]. */
export class DomainError extends Error {
  override readonly name = 'DomainError';
  /** Holds the problems for an error about several operations, as `Problems.passedOn` does. */
  readonly passedOn: readonly FieldProblem[];

  constructor(
    readonly kind: ErrorKind,
    readonly code: string,
    message: string,
    readonly problems: readonly FieldProblem[] = [],
    { passedOn = problems, ...options }: DomainErrorOptions = {},
  ) {
    super(message, options);
    this.passedOn = passedOn;
  }
}

/** An example of the errors that a factory makes. The document of the API shows it. */
export interface Exemplified {
  readonly example: () => DomainError;
}

type ErrorFactory<Args extends readonly unknown[]> = ((...args: Args) => DomainError) & Exemplified;

/** Makes the factory of the errors of one fact. `args` are those of its example. */
type FactoryMaker = <Args extends readonly unknown[] = []>(
  code: string,
  sentence: string | ((...args: Args) => string),
  ...args: NoInfer<Args>
) => ErrorFactory<Args>;

const maker =
  (kind: ErrorKind): FactoryMaker =>
  (code, sentence, ...args) => {
    const make = (...facts: typeof args): DomainError =>
      new DomainError(kind, code, typeof sentence === 'string' ? sentence : sentence(...facts));
    return Object.assign(make, { example: () => make(...args) });
  };

/** Has a maker of factories for each kind of error: `errors.gone('bytes_not_kept', 'The bytes are not kept any more.')`. */
export const errors = Object.fromEntries(KINDS.map((kind) => [kind, maker(kind)])) as Readonly<
  Record<ErrorKind, FactoryMaker>
>;

/** Makes the factory of the error 404 for a kind of thing, also for a thing of another workspace. */
export const notFound = (thing: string): ErrorFactory<[]> =>
  errors.not_found(`${thing.replaceAll(' ', '_')}_not_found`, `There is no such ${thing}.`);

/** Names the state of a resource that refuses a write with 409, in a sentence for the document of the API. */
export interface Conflict extends Exemplified {
  readonly state: string;
}

export const inState = <Factory extends Exemplified>(state: string, factory: Factory): Factory & Conflict =>
  Object.assign(factory, { state });

/** Makes a 422 with all problems, or with the first 100 and a sentence that there are more. */
export function invalidRequest(problems: Problems): DomainError {
  const message = `The request is invalid: ${inWords(problems)}`;
  const { list, passedOn } = problems;
  return new DomainError('invalid', 'invalid_request', message, list, { passedOn });
}

/** Makes a 422 with one problem. */
export const invalidAt = (path: string, message: string): DomainError =>
  invalidRequest(new Problems([{ path, message }]));

function inWords({ list, areMore }: Problems): string {
  const [first] = list;
  if (areMore) return `more than ${list.length} problems were found, of which these are the first.`;
  if (list.length !== 1 || !first) return `${list.length} problems were found.`;
  // Some messages are whole sentences.
  return first.message.endsWith('.') ? first.message : `${first.path} ${first.message}.`;
}

/** @throws invalid_request */
export function refuseIfAny(problems: Problems): void {
  if (problems.any) throw invalidRequest(problems);
}

/** Takes the value of input in which nothing is wrong. @throws invalid_request with every problem */
export function valueIn<T>({ value, problems }: Checked<T>): T {
  refuseIfAny(new Problems(problems));
  return value;
}

/** Makes a 503: the database was told to keep the changes, and nobody knows whether it did. */
export function outcomeUnknown(cause?: unknown): DomainError {
  const message =
    'The service lost the connection to its database while it saved the change, so the change may or may not have been made.';
  return new DomainError('unavailable', 'outcome_unknown', message, [], { cause });
}

/** Makes a 503: the database cannot be reached, or it ended the work. Nothing was changed. */
export function unavailable(cause?: unknown): DomainError {
  const message = 'The service is temporarily unavailable, please try again.';
  return new DomainError('unavailable', 'unavailable', message, [], { cause });
}

/** Throws when a client's condition for a write (`If-Match`) does not hold. The service calls it first with the locked resource. */
export type Precondition<Current> = ((current: Current) => void) | null;

export interface ListRefusals {
  /** Makes a 422: a process does not hold that amount of text for one workspace. A page of `size` items fits. */
  tooLarge(size: number): DomainError;
  /** Makes a 422: the search would take more than 2 seconds [rule 2]. */
  tooBroad(cause: unknown): DomainError;
}

/** Makes the refusals of a list. They name the things that it shows, and the ways to ask for fewer of them. */
export const refusalsOf = (things: string, ways: string): ListRefusals => ({
  tooLarge: (size) =>
    new DomainError(
      'invalid',
      'page_too_large',
      `The ${things} of this page are too large to be sent together, please ask for page_size=${size}.`,
      [{ path: 'page_size', message: `must be at most ${size} for these ${things}` }],
    ),
  tooBroad: (cause) =>
    new DomainError(
      'invalid',
      'filter_too_broad',
      `The list takes too long to find, please ask for fewer ${things}: ${ways}.`,
      [],
      { cause },
    ),
});

/** Takes the message of the first error of an AggregateError, such as that of a connection that tried several addresses. */
export function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return messageOf(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}

export function traceOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
