import type { OpenAPIObject } from '@nestjs/swagger';
import { DEMO_REQUESTS } from './demo/demo-requests.js';
import { shareComponents } from './document-components.js';

interface Example {
  readonly error: string;
  readonly code: string;
  readonly field_errors?: readonly object[];
}

/** An example of each refusal, by its status. The sentences are those of the service. */
const REFUSALS: Readonly<Record<string, Example>> = {
  400: { code: 'malformed_request', error: 'The request address is malformed.' },
  403: { code: 'missing_scope', error: 'This API key lacks the scope tickets:write.' },
  404: { code: 'workspace_not_found', error: 'There is no workspace at this address.' },
  406: { code: 'not_acceptable', error: 'The Accept header must include application/json.' },
  408: { code: 'request_timeout', error: 'The request took too long to arrive.' },
  409: { code: 'request_in_progress', error: 'A request with this Idempotency-Key is still running.' },
  410: {
    code: 'cursor_expired',
    error:
      'Events behind this position are not shown any more. The oldest event that is shown has the position 4711: read the tickets anew, ' +
      'and go on with after=4710.',
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

/** Refusals that only the routes of files have, by the id of the operation. */
const FILE_REFUSALS: Readonly<Record<string, Readonly<Record<string, Example>>>> = {
  uploadAttachment: {
    413: { code: 'file_too_large', error: 'File must be 50 MB or smaller.' },
    415: {
      code: 'unsupported_media_type',
      error: 'The body must be multipart/form-data with one part called file.',
    },
    422: invalid('file', 'is required'),
  },
  putAttachmentUpload: {
    404: { code: 'upload_not_found', error: 'Nothing can be uploaded to this address.' },
    422: invalid('checksum', 'is not that of the bytes that came'),
    429: {
      code: 'too_many_transfers_at_once',
      error: 'Too many files are under way at once, please wait for some of them.',
    },
  },
};

/** Every operation with a body answers so to a misspelt property. */
const UNKNOWN_PROPERTY = invalid('colour', 'is not a known property');

interface Operation {
  readonly operationId?: string;
  readonly parameters?: readonly { readonly in: string; readonly name: string; example?: unknown }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { examples?: object }>> };
  readonly 'x-required-scope'?: string;
  readonly responses: Readonly<Record<string, { content?: { 'application/json'?: { example?: unknown } } }>>;
}

/**
 * Gives each refusal that has none an example of its own, and each request one that succeeds on the demo workspace; names schemas
 * without the `Dto` of their classes.
 */
export function finish(document: OpenAPIObject): OpenAPIObject {
  for (const [path, item] of Object.entries(document.paths)) {
    for (const operation of Object.values(item as Record<string, Operation>)) {
      addExamples(path, operation);
      addRequests(operation);
    }
  }
  return shareComponents(withoutDto(document));
}

function invalid(field: string, message: string): Example {
  const error = `The request is invalid: ${field} ${message}.`;
  return { code: 'invalid_request', error, field_errors: [{ field, message }] };
}

function addExamples(path: string, operation: Operation): void {
  for (const [status, { content }] of Object.entries(operation.responses)) {
    const body = content?.['application/json'];
    const example = exampleOf(status, path, operation);
    if (body && example) body.example ??= example;
  }
}

function addRequests({ operationId = '', parameters = [], requestBody }: Operation): void {
  const { id, path = {}, bodies } = DEMO_REQUESTS[operationId] ?? {};
  for (const parameter of parameters)
    if (id !== undefined && parameter.in === 'path') parameter.example = path[parameter.name] ?? id;
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
