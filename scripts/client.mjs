// Writes the client's types and its table of operations from openapi.json; `--check` only says whether they are what it says.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import openapiTypes, { astToString } from 'openapi-typescript';
import { format } from 'prettier';

const FOLDER = 'packages/client/src';
/** A parameter of the query with such a name would hide an option of requests. */
const OPTIONS = ['signal', 'headers', 'idempotencyKey', 'ifMatch', 'ifNoneMatch', 'retries', 'timeout'];

const document = JSON.parse(readFileSync('openapi.json', 'utf8'));
const resolved = (part) =>
  part?.$ref
    ? resolved(
        part.$ref
          .split('/')
          .slice(1)
          .reduce((at, key) => at[key], document),
      )
    : (part ?? {});
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => described(path, method, operation)),
);

const types = `// Generated from openapi.json by \`npm run -s openapi\`.\n${astToString(await openapiTypes(document))}`;
const table = await format(tableOf(operations), {
  ...JSON.parse(readFileSync('.prettierrc.json')),
  parser: 'typescript',
});
const files = { 'openapi.ts': types, 'operations.ts': table };

for (const [name, text] of Object.entries(files)) {
  const path = `${FOLDER}/${name}`;
  if (!process.argv.includes('--check')) writeFileSync(path, text);
  else if (readFileSync(path, 'utf8') !== text) {
    console.error(`${path} is not what openapi.json says: npm run -s openapi`);
    process.exitCode = 1;
  }
}

/** What a method of the client needs to know of an operation. */
function described(path, method, operation) {
  const { operationId: id, parameters = [], requestBody, responses, security = [], ...words } = operation;
  const all = parameters.map(resolved);
  const hidden = all.find(({ in: place, name }) => place === 'query' && OPTIONS.includes(name));
  if (hidden) throw new Error(`${id}: ${hidden.name} is an option of requests`);
  const [success] = Object.keys(responses).filter((status) => status.startsWith('2'));
  const content = resolved(responses[success]).content ?? {};
  const properties = resolved(content['application/json']?.schema).properties ?? {};
  const isPaged = 'pagination' in properties && all.some(({ name }) => name === 'page_number');
  const arrays = Object.keys(properties).filter((name) => properties[name].type === 'array');
  const [list] = isPaged && arrays.length === 1 ? arrays : [];
  const media = Object.keys(requestBody?.content ?? {}).at(-1);
  return {
    ...{ id, path, method: method.toUpperCase(), media, list, words },
    names: [...path.matchAll(/{(\w+)}/g)].map(([, name]) => name),
    isOfCustomers: security.some((scheme) => 'session' in scheme),
    isOptional: media !== undefined && !requestBody.required,
    isKeyed: all.some(({ name }) => name === 'Idempotency-Key'),
    gives: 'application/json' in content ? 'json' : Object.keys(content).length > 0 ? 'bytes' : 'nothing',
  };
}

/** The operations of sessions are a client of their own, whose methods do without the word that keeps their ids apart. */
function tableOf(all) {
  const [ofKeys, ofCustomers] = [false, true].map((wanted) =>
    all.filter(({ isOfCustomers }) => isOfCustomers === wanted),
  );
  return `// Generated from openapi.json by \`npm run -s openapi\`.
import type { Answer, Body, BodyBytes, Data, Item, List, Operation, Options, PathValue } from './types.js';

/** A method for each operation, by its \`operationId\`: the parts of the path, the body, then the query with options of the request. */
export interface Operations {
${methodsOf(ofKeys)}
}

export const OPERATIONS = {
${entriesOf(ofKeys)}
} as const satisfies Record<keyof Operations, Operation>;

/** A method for each operation of customers. */
export interface CustomerOperations {
${methodsOf(ofCustomers)}
}

export const CUSTOMER_OPERATIONS = {
${entriesOf(ofCustomers)}
} as const satisfies Record<keyof CustomerOperations, Operation>;
`;
}

function methodsOf(all) {
  return all
    .map((one) => `${commentOf(one)}\n${methodName(one)}(${argumentsOf(one)}): ${answerOf(one)};`)
    .join('\n\n');
}

function entriesOf(all) {
  return all.map((one) => `${methodName(one)}: ${JSON.stringify(entryOf(one))},`).join('\n');
}

function methodName({ id, isOfCustomers }) {
  return isOfCustomers ? id.replace('Portal', '') : id;
}

function entryOf({ method, path, media, list, gives, isKeyed }) {
  return {
    method,
    path,
    takes: media,
    list,
    bytes: gives === 'bytes' || undefined,
    keyed: isKeyed || undefined,
  };
}

function commentOf({ words: { summary, description, deprecated } }) {
  const text = [description?.startsWith(summary) ? '' : summary, description, deprecated ? '@deprecated' : '']
    .filter(Boolean)
    .join('\n\n');
  return `/**\n${text.replaceAll('*/', '*\\/').replace(/^/gm, ' * ')}\n */`;
}

function argumentsOf({ id, names, media, isOptional }) {
  const camel = (name) => name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase());
  const body =
    { 'application/json': `Body<'${id}'>`, 'multipart/form-data': 'FormData' }[media] ?? 'BodyBytes';
  return [
    ...names.map((name) => `${camel(name)}: PathValue<'${id}', '${name}'>`),
    ...(media === undefined ? [] : [`body${isOptional ? '?' : ''}: ${body}`]),
    `options?: Options<'${id}'>`,
  ].join(', ');
}

function answerOf({ id, list, gives }) {
  if (list !== undefined) return `List<Item<'${id}', '${list}'>, Data<'${id}'>>`;
  return `Answer<${{ json: `Data<'${id}'>`, bytes: 'Response', nothing: 'void' }[gives]}>`;
}
