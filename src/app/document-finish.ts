import { STATUS_CODES } from 'node:http';
import type { OpenAPIObject } from '@nestjs/swagger';
import { tooManyRequests } from '../auth/auth.errors.js';
import { notFound, unavailable, type DomainError, invalidAt } from '../kernel/errors.js';
import { declaredFeatures } from '../platform/features/facts.js';
import { preconditionFailed } from '../platform/http/answers/conditions.js';
import { STATUS } from '../platform/http/answers/error-response.js';
import { rangeNotSatisfiable } from '../platform/http/answers/file-answer.js';
import {
  bodyTooLarge,
  internalError,
  malformedAddress,
  requestTooLate,
  tooManyHeaders,
  unsupportedMediaType,
} from '../platform/http/answers/refusal.js';
import { idempotencyKeyReused, requestInProgress } from '../platform/idempotency/idempotency.errors.js';
import { exampleOf } from '../platform/routes/described.js';
import { missingScope } from '../platform/routes/missing-scope.js';
import { workspaceNotFound, workspaceSuspended } from '../platform/tenancy/workspaces/workspace-refusals.js';
import type { DeclaredScope } from './features.js';

/** Operations share these refusals. */
const REFUSALS: readonly DomainError[] = [
  malformedAddress(),
  workspaceSuspended(),
  workspaceNotFound(),
  requestTooLate(),
  requestInProgress(),
  preconditionFailed(null),
  bodyTooLarge(1024 * 1024),
  unsupportedMediaType(),
  rangeNotSatisfiable(70),
  invalidAt('page_number', 'must be 1 or larger'),
  tooManyRequests(12),
  tooManyHeaders(200),
  internalError(),
  unavailable(),
];

type Things = Record<string, object>;

interface Response {
  readonly headers?: Things;
  readonly content?: { 'application/json'?: { example?: object } };
}

interface Operation {
  readonly operationId?: string;
  readonly deprecated?: boolean;
  tags?: string[];
  readonly parameters?: { readonly in: string; readonly name: string; example?: unknown }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { examples?: object }>> };
  readonly 'x-required-scope'?: DeclaredScope;
  readonly responses: Record<string, Response>;
}

/**
 * Gives examples to refusals and requests, and names schemas without the `Dto` of their classes.
 * @param own refusals with texts of their own
 */
export function finish(document: OpenAPIObject, own: readonly DomainError[] = []): OpenAPIObject {
  const shared = new Map([...REFUSALS, ...own].map((error) => [String(STATUS[error.kind]), error]));
  for (const [path, item] of Object.entries(document.paths)) {
    for (const operation of Object.values(item as Record<string, Operation>)) {
      addExamples(path, operation, shared);
      addRequests(operation);
      if (operation.deprecated) operation.tags = ['Legacy'];
    }
  }
  return shareComponents(withoutDto(document));
}

/** Adds examples where an operation has named none. */
function addExamples(path: string, operation: Operation, shared: ReadonlyMap<string, DomainError>): void {
  for (const [status, { content }] of Object.entries(operation.responses)) {
    const body = content?.['application/json'];
    const error = refusalOf(status, path, operation) ?? shared.get(status);
    if (body && error) body.example ??= exampleOf(error);
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

/** Finds the refusal that the address, the scope or the input of an operation makes. */
function refusalOf(status: string, path: string, operation: Operation): DomainError | undefined {
  const { parameters = [], requestBody, 'x-required-scope': scope } = operation;
  const [, resource] = /\{(\w+?)_(?:id|ref|number)\}/.exec(path) ?? [];
  if (status === '404' && resource !== undefined)
    return notFound(resource === 'field' ? 'ticket field' : resource.replaceAll('_', ' '))();
  if (status === '403' && scope !== undefined) return missingScope(scope);
  if (status !== '422') return undefined;
  if (requestBody) return invalidAt('colour', 'is not a known property');
  return parameters.some((parameter) => parameter.in === 'query') ? undefined : idempotencyKeyReused();
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

/** Moves headers, parameters and refusals that are used in several places to the components. Each part of the document is its own object. */
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
  // Refusals are shared first, so that the headers of a shared refusal are found once.
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
  const example = operation.responses[status]?.content?.['application/json']?.example as
    { code?: string } | undefined;
  const code = example?.code ?? STATUS_CODES[status] ?? 'Answer';
  const scope = code === 'missing_scope' ? (operation['x-required-scope'] ?? '') : '';
  const words = `${code} ${scope}`.split(/[^A-Za-z]+/).filter(Boolean);
  return `${words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join('')}${status}`;
}
