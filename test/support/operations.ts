import { readFileSync } from 'node:fs';
import type { KeyScope } from '../../src/auth/scopes.js';
import { referenced } from './openapi-references.js';
import type { Method } from './servers/api-client.js';
import { PROJECT } from './servers/processes.js';

/** An operation of the API, as the document describes it, which the code of the operations writes. */
export interface Operation {
  readonly id: string;
  readonly method: Method;
  /** Its path, with parameters such as `{ticket_id}`. */
  readonly template: string;
  /** The method and the path as the application registers them: `put /api/external/v2/tickets/:ticket_id`. */
  readonly route: string;
  readonly scope: KeyScope | undefined;
  /** True when its reply is kept for an `Idempotency-Key`. */
  readonly isKept: boolean;
  /** The body of its first example, which the facts of features give. */
  readonly example: object | undefined;
  readonly responses: Readonly<Record<string, DescribedAnswer>>;
}

interface DescribedAnswer {
  readonly content?: { readonly 'application/json'?: { readonly example?: { readonly code: string } } };
}

interface Described extends Pick<Operation, 'responses'> {
  readonly operationId: string;
  readonly parameters?: readonly { readonly name: string }[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly examples?: Record<string, { value: object }> }>>;
  };
  readonly 'x-required-scope'?: KeyScope;
}

const openApi = JSON.parse(readFileSync(`${PROJECT}/openapi.json`, 'utf8')) as {
  readonly paths: Readonly<Record<string, Readonly<Record<Method, Described>>>>;
};

const ALL: readonly Operation[] = Object.entries(openApi.paths).flatMap(([template, item]) =>
  Object.entries(item).map(([method, described]) => toOperation(method as Method, template, described)),
);

const isOfCustomers = ({ template }: Operation): boolean => template.startsWith('/api/customer/');

/** The operations that a key calls, and those that need none. */
export const OPERATIONS = ALL.filter((operation) => !isOfCustomers(operation));

/** The operations that a session of a customer calls. */
export const OPERATIONS_OF_CUSTOMERS = ALL.filter(isOfCustomers);

function toOperation(
  method: Method,
  template: string,
  { operationId: id, parameters = [], requestBody, responses, 'x-required-scope': scope }: Described,
): Operation {
  const [example] = Object.values(requestBody?.content['application/json']?.examples ?? {});
  const names = parameters.map((parameter) => referenced(openApi, parameter).name);
  return {
    ...{ id, method, template, scope, example: example?.value },
    route: `${method} ${template.replace(/\{(\w+)\}/g, ':$1')}`,
    isKept: names.includes('Idempotency-Key'),
    responses: Object.fromEntries(
      Object.entries(responses).map(([status, answer]) => [status, referenced(openApi, answer)]),
    ),
  };
}

/** The operations of the API that may change something. */
export const WRITES = OPERATIONS.filter(
  ({ method, template }) => method !== 'get' && template.startsWith('/api/'),
);

export function operation(id: string): Operation {
  const found = OPERATIONS.find((each) => each.id === id);
  if (!found) throw new Error(`There is no operation ${id}.`);
  return found;
}

/** The id of the operation that an older address or a twin belongs to; its own id for any other. */
export function newestId(id: string): string {
  return id === 'patchTicket' ? 'updateTicket' : id.replace(/Legacy$/, '');
}

/** The path of an operation, with ids in place of its parameters, in their order. */
export function pathOf({ template }: Operation, ids: readonly (string | number)[]): string {
  return ids.reduce<string>((path, id) => path.replace(/\{\w+\}/, String(id)), template);
}
