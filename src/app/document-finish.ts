import { STATUS_CODES } from 'node:http';
import type { OpenAPIObject } from '@nestjs/swagger';
import { declaredFeatures } from '../platform/features/facts.js';

interface Example {
  readonly error: string;
  readonly code: string;
  readonly field_errors?: readonly object[];
}

export type Refusals = Readonly<Record<string, Example>>;

/** An example of each refusal, by its status. The sentences are those of the service. */
const REFUSALS: Refusals = {
  400: { code: 'malformed_request', error: 'The request address is malformed.' },
  403: { code: 'workspace_suspended', error: 'This workspace is suspended.' },
  404: { code: 'workspace_not_found', error: 'There is no workspace at this address.' },
  406: { code: 'not_acceptable', error: 'The Accept header must include application/json.' },
  408: { code: 'request_timeout', error: 'The request took too long to arrive.' },
  409: { code: 'request_in_progress', error: 'A request with this Idempotency-Key is still running.' },
  410: {
    code: 'cursor_expired',
    error:
      'The events after this position are no longer available. The oldest available event has the position 4711: read the tickets again, ' +
      'then go on with after=4710.',
  },
  412: {
    code: 'precondition_failed',
    error:
      'The resource is not in the state that the request expects; the header ETag names its current state.',
  },
  413: { code: 'body_too_large', error: 'The body is larger than 1048576 bytes.' },
  415: {
    code: 'unsupported_media_type',
    error: 'The body must be application/json in UTF-8, and not compressed.',
  },
  416: { code: 'range_not_satisfiable', error: 'The file has 70 bytes, and none of them is in the range.' },
  422: invalid('page_number', 'must be 1 or larger'),
  429: {
    code: 'rate_limited',
    error: 'This API key has sent too many requests, please try again in 12 seconds.',
  },
  431: { code: 'headers_too_large', error: 'The request has more than 200 headers.' },
  500: { code: 'internal_error', error: 'The service failed; the failure was recorded.' },
  503: { code: 'unavailable', error: 'The service is temporarily unavailable, please try again.' },
};

/** Refusals that only the routes of files and mails have, by the id of the operation. */
const FILE_REFUSALS: Readonly<Record<string, Refusals>> = {
  uploadAttachment: {
    413: { code: 'file_too_large', error: 'File must be 50 MB or smaller.' },
    415: {
      code: 'unsupported_media_type',
      error: 'The body must be multipart/form-data with one part called file.',
    },
    422: invalid('file', 'is required'),
  },
  receiveInboundEmail: {
    413: { code: 'email_too_large', error: 'A mail must be 25 MB or smaller.' },
    415: {
      code: 'unsupported_media_type',
      error: 'The body must be message/rfc822, and not compressed.',
    },
  },
  getInboundEmailRaw: {
    410: { code: 'bytes_not_kept', error: 'The bytes of this mail are not kept any more.' },
  },
  releaseInboundEmail: {
    409: {
      code: 'already_accepted',
      error: 'This mail is not suspended, so it cannot be released.',
    },
    410: { code: 'bytes_not_kept', error: 'The bytes of this mail are not kept any more.' },
  },
  putAttachmentUpload: {
    404: { code: 'upload_not_found', error: 'Nothing can be uploaded to this address.' },
    422: invalid('checksum', 'is not the checksum of the bytes that arrived'),
    429: {
      code: 'too_many_transfers_at_once',
      error: 'Too many files are under way at once, please wait for some of them.',
    },
  },
};

/** Every operation with a body answers so to a misspelt property. */
const UNKNOWN_PROPERTY = invalid('colour', 'is not a known property');

type Things = Record<string, object>;

interface Response {
  readonly headers?: Things;
  readonly content?: { 'application/json'?: { example?: object } };
}

interface Operation {
  readonly operationId?: string;
  readonly parameters?: { readonly in: string; readonly name: string; example?: unknown }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { examples?: object }>> };
  readonly 'x-required-scope'?: string;
  readonly responses: Record<string, Response>;
}

/** Gives examples to refusals and requests, and names schemas without the `Dto` of their classes. @param own refusals with other words */
export function finish(document: OpenAPIObject, own: Refusals = {}): OpenAPIObject {
  for (const [path, item] of Object.entries(document.paths)) {
    for (const operation of Object.values(item as Record<string, Operation>)) {
      addExamples(path, operation, own);
      addRequests(operation);
    }
  }
  return shareComponents(withoutDto(document));
}

function invalid(field: string, message: string): Example {
  const error = `The request is invalid: ${field} ${message}.`;
  return { code: 'invalid_request', error, field_errors: [{ field, message }] };
}

function addExamples(path: string, operation: Operation, own: Refusals): void {
  for (const [status, { content }] of Object.entries(operation.responses)) {
    const body = content?.['application/json'];
    const example = own[status] ?? exampleOf(status, path, operation);
    if (body && example) body.example ??= example;
  }
}

/** The requests that the facts of features give, by the id of the operation. */
export const DEMO_REQUESTS = new Map(declaredFeatures().flatMap(({ demo = {} }) => Object.entries(demo)));

function addRequests({ operationId = '', parameters = [], requestBody }: Operation): void {
  const {
    id,
    path = {},
    body: only,
    bodies = only && { example: only },
  } = DEMO_REQUESTS.get(operationId) ?? {};
  for (const parameter of parameters) {
    const example = path[parameter.name] ?? id;
    if (example !== undefined && parameter.in === 'path') parameter.example = example;
  }
  for (const body of Object.values(requestBody?.content ?? {})) if (bodies) body.examples = bodies;
}

function exampleOf(status: string, path: string, operation: Operation): Example | undefined {
  const ofFile = FILE_REFUSALS[operation.operationId ?? '']?.[status];
  if (ofFile !== undefined) return ofFile;
  const [, resource] = /\{(\w+?)_(?:id|ref|number)\}/.exec(path) ?? [];
  if (status === '404' && resource !== undefined) {
    const name = resource === 'field' ? 'ticket_field' : resource;
    return { code: `${name}_not_found`, error: `There is no such ${name.replaceAll('_', ' ')}.` };
  }
  if (status === '422' && operation.requestBody) return UNKNOWN_PROPERTY;
  const scope = operation['x-required-scope'];
  if (status === '403' && scope !== undefined)
    return { code: 'missing_scope', error: `This API key lacks the scope ${scope}.` };
  return REFUSALS[status];
}

/** @throws when two classes would have one name */
function withoutDto(document: OpenAPIObject): OpenAPIObject {
  const names = Object.keys(document.components?.schemas ?? {});
  const short = names.map((name) => name.replace(/Dto$/, ''));
  if (new Set(short).size < names.length) throw new Error('Two schemas have the same name without "Dto".');
  const text = JSON.stringify(document).replace(/("|#\/components\/schemas\/)(\w+)Dto"/g, '$1$2"');
  return JSON.parse(text) as OpenAPIObject;
}

/** A place in the document, and the name of its content among the components. */
interface Slot {
  readonly holder: Things;
  readonly key: string;
  readonly name: string;
}

/** Moves headers, parameters and refusals that stand in several places to the components. Each part of the document is its own object. */
function shareComponents(document: OpenAPIObject): OpenAPIObject {
  const operations = Object.values({ ...document.paths, ...document.webhooks }).flatMap((item) =>
    Object.values(item as Record<string, Operation>),
  );
  const parameters = operations.flatMap(({ parameters: list = [] }) =>
    slotsOf(list as unknown as Things, (index) => list[Number(index)]?.name ?? ''),
  );
  // A success stays where it is: generators name its type by the operation.
  const refusals = operations.flatMap((operation) =>
    slotsOf(operation.responses, (status) => refusalName(status, operation)).filter(({ key }) => key >= '3'),
  );
  // Refusals come first: the headers of one that is shared stand in one place.
  const responses = share('responses', refusals);
  const answers = [...operations.flatMap((one) => Object.values(one.responses)), ...Object.values(responses)];
  const headers = answers.flatMap((answer: Response) => slotsOf(answer.headers ?? {}, (name) => name));
  const components = { headers: share('headers', headers), parameters: share('parameters', parameters) };
  return { ...document, components: { ...document.components, ...components, responses } as object };
}

const slotsOf = (holder: Things, nameOf: (key: string) => string): Slot[] =>
  Object.keys(holder).map((key) => ({ holder, key, name: nameOf(key) }));

/** Puts a reference into each place whose content is in another one too, and returns these contents by their names. */
function share(kind: string, slots: readonly Slot[]): Things {
  const places = new Map<string, Slot[]>();
  for (const slot of slots) {
    const text = JSON.stringify(slot.holder[slot.key]);
    places.set(text, [...(places.get(text) ?? []), slot]);
  }
  const shared: Things = {};
  for (const [text, [first, ...others]] of places) {
    if (!first || others.length === 0) continue;
    const name = freeName(first.name, shared);
    shared[name] = JSON.parse(text) as object;
    for (const { holder, key } of [first, ...others]) holder[key] = { $ref: `#/components/${kind}/${name}` };
  }
  return shared;
}

function freeName(wanted: string, taken: Things): string {
  let name = wanted;
  for (let number = 2; name in taken; number += 1) name = `${wanted}_${number}`;
  return name;
}

/** The code of the refusal, or the words of its status, and the status: `TicketNotFound404`. */
function refusalName(status: string, operation: Operation): string {
  const example: Partial<Example> = operation.responses[status]?.content?.['application/json']?.example ?? {};
  const { code = STATUS_CODES[status] ?? 'Answer' } = example;
  const scope = code === 'missing_scope' ? (operation['x-required-scope'] ?? '') : '';
  const words = `${code} ${scope}`.split(/[^A-Za-z]+/).filter(Boolean);
  return `${words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join('')}${status}`;
}
