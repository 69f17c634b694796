import { appendFileSync, readFileSync } from 'node:fs';
import type { ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Response } from 'supertest';
import { referenced } from './openapi-references.js';

interface Reference {
  readonly $ref: string;
}

interface Document {
  readonly paths: Record<
    string,
    Record<string, { operationId: string; responses: Record<string, ResponseDescription | Reference> }>
  >;
  readonly components: { readonly schemas: Record<string, object> };
  readonly webhooks: Record<string, { readonly post: DescribedMessage }>;
}

interface DescribedMessage {
  readonly parameters: readonly (Reference | { readonly name: string; readonly schema: object })[];
  readonly requestBody: { readonly content: Record<string, { readonly example: unknown }> };
}

interface ResponseDescription {
  readonly headers?: Record<string, Reference | { readonly required?: boolean }>;
  readonly content?: Record<string, unknown>;
}

const DOCUMENT = 'openapi.json';

// An answer is checked a few times only: to optimize its checks would take longer than they do.
const options = { strict: false, allErrors: true, validateSchema: false, code: { optimize: false } };
const ajv = addFormats.default(new Ajv2020(options));
// An address whose domain may have letters of any language.
ajv.addFormat('idn-email', /^[^@]+@[^@\s]+$/u);

/** The documents by their names: that of the API, and that of the listener for administration. */
const documents = Object.fromEntries(
  [DOCUMENT, 'openapi-admin.json'].map((name) => {
    const document = JSON.parse(readFileSync(name, 'utf8')) as Document;
    ajv.addSchema(closed(document) as object, name);
    return [name, document];
  }),
);
const document = documents[DOCUMENT] as Document;

const templates = Object.entries(documents).flatMap(([name, { paths }]) =>
  Object.entries(paths).map(([path, operations]) => ({
    ...{ name, path, operations },
    pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`),
  })),
);

/**
 * Checks a response against the committed document: the operation must describe the status, the body must have exactly
 * the described form, and the described headers must be present. A route that the document does not have must answer
 * 404, and 405 to a method that it has not for the route. Records each operation and status for the coverage reporter.
 */
export function checkAgainstDocument(method: string, address: string, response: Response): void {
  const [path = ''] = address.split('?');
  const matching = templates.filter(({ pattern }) => pattern.test(path));
  // `/tickets/batch` is also an address of the form `/tickets/{ticket_id}`, with other methods.
  const template = matching.find(({ operations }) => method in operations) ?? matching[0];
  const operation = template?.operations[method];
  if (!template || !operation) {
    const wanted = template ? 405 : 404;
    if (![404, wanted].includes(response.status) && /^\/(api|admin)\//.test(path)) {
      throw new Error(`${method} ${path} is not described, but answered ${response.status}.`);
    }
    return;
  }
  const status = String(response.status);
  const entry = operation.responses[status];
  if (!entry) throw new Error(`${operation.operationId} answered ${status}, which is not described.`);
  const described = referenced(documents[template.name] as Document, entry);
  checkHeaders(operation.operationId, template.name, described, response);
  // The bytes of a file have no shape.
  if (described.content && 'application/json' in described.content)
    checkBody(
      `${method} ${path} ${status}`,
      template.name + addressOf(template.path, method, status, entry),
      response,
    );
  writeDown(operation.operationId, status);
}

/** Checks what a webhook was sent against the committed document: the type, the body and the headers. */
export function checkMessage(headers: Readonly<Record<string, unknown>>, body: unknown): void {
  const { type = '' } = body as { readonly type?: string };
  const described = document.webhooks[type];
  if (!described) throw new Error(`A webhook was sent ${type}, which is not described.`);
  const { parameters, requestBody } = described.post;
  for (const { name, schema } of parameters.map((one) => referenced(document, one)))
    expectValid(ajv.compile(schema), headers[name], `the header ${name} of ${type}`);
  // The schema names other schemas, so it is compiled where it stands.
  const pointer = `webhooks/${encodeURIComponent(type)}/post/requestBody/content/application~1json/schema`;
  if (!('application/json' in requestBody.content)) throw new Error(`${type} has no JSON.`);
  expectValid(ajv.getSchema(`${DOCUMENT}#/${pointer}`) as ValidateFunction, body, type);
}

function expectValid(validate: ValidateFunction, value: unknown, what: string): void {
  if (!validate(value))
    throw new Error(`${what}: ${ajv.errorsText(validate.errors)} in ${JSON.stringify(value)}`);
}

function checkHeaders(
  operationId: string,
  name: string,
  { headers = {} }: ResponseDescription,
  response: Response,
): void {
  for (const [header, entry] of Object.entries(headers)) {
    const { required = true } = referenced(documents[name] as Document, entry);
    if (required && response.headers[header.toLowerCase()] === undefined) {
      throw new Error(`${operationId} answered ${response.status} without the header ${header}.`);
    }
  }
}

/** Where the document describes the answer. */
function addressOf(path: string, method: string, status: string, entry: object): string {
  if ('$ref' in entry) return String(entry.$ref);
  const parts = ['paths', path, method, 'responses', status];
  return `#/${parts.map((part) => encodeURIComponent(part.replace(/~/g, '~0').replace(/\//g, '~1'))).join('/')}`;
}

function checkBody(what: string, address: string, response: Response): void {
  const pointer = `${address}/content/application~1json/schema`;
  const validate = ajv.getSchema(pointer) as ValidateFunction;
  if (!validate(response.body)) {
    throw new Error(`${what}: ${ajv.errorsText(validate.errors)} in ${response.text}`);
  }
}

function writeDown(operationId: string, status: string): void {
  const file = process.env['DESK_TEST_SEEN'];
  if (file !== undefined) appendFileSync(file, `${operationId} ${status}\n`);
}

/** A copy of the document in which objects allow no undescribed properties. */
function closed(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(closed);
  if (typeof node !== 'object' || node === null) return node;
  const copy = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, closed(value)]));
  const isOpenObject = copy['type'] === 'object' && 'properties' in copy && !('additionalProperties' in copy);
  return isOpenObject ? { ...copy, additionalProperties: false } : copy;
}
