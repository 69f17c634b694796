// Makes the table of docs/drop-in.md of the requests that test/contract/document/drop-in.spec.ts sends, and of openapi.json.
import { readFileSync } from 'node:fs';
import '../../test/support/host/typescript.mjs';

/** @returns a row for each request of a client, with our operation beside it */
export async function dropInTable() {
  const { RECORDED } = await import('../../test/support/data/drop-in/recorded.ts');
  return tableOf(RECORDED);
}

/** @returns the rows of the requests that need a key which speaks for a member */
export async function speakersTable() {
  const { RECORDED_OF_SPEAKERS } = await import('../../test/support/data/drop-in/conversation.ts');
  return tableOf(RECORDED_OF_SPEAKERS);
}

const { paths } = JSON.parse(readFileSync('openapi.json', 'utf8'));
const operations = Object.entries(paths).flatMap(([template, item]) =>
  Object.entries(item).map(([method, operation]) => ({ template, method, ...operation })),
);

function tableOf(recorded) {
  return ['| A client of the public API | sends | and here |', '|---|---|---|', ...recorded.map(rowOf)].join(
    '\n',
  );
}

function rowOf({ client, request: [method, path, body], status }) {
  const properties = Object.keys(flat(body)).map((name) => `\`${name}\``);
  const sent = `\`${method.toUpperCase()} ${path}\`${properties.length > 0 ? ` with ${properties.join(', ')}` : ''}`;
  return `| ${client} | ${sent} | ${answerOf(operationAt(method, path), status)} |`;
}

/** The properties of a body; of the one object in it, when it has no other. */
function flat(body = {}) {
  const [only, ...others] = Object.values(body);
  const isWrapped = others.length === 0 && typeof only === 'object' && only !== null && !Array.isArray(only);
  return isWrapped ? only : body;
}

/** @throws Error for a request that no operation answers */
function operationAt(method, path) {
  const [address] = path.split('?');
  const found = operations.find(
    (one) =>
      one.method === method && new RegExp(`^${one.template.replace(/\{\w+\}/g, '[^/]+')}$`).test(address),
  );
  if (!found) throw new Error(`No operation answers ${method} ${path}.`);
  return found;
}

function answerOf({ operationId, deprecated, 'x-required-scope': scope }, status) {
  const today = deprecated ? `, today \`${addressOf(operationId.replace(/Legacy$/, ''))}\`` : '';
  return `${status}, \`${operationId}\`, scope \`${scope}\`${today}`;
}

function addressOf(id) {
  const { method, template } = operations.find(({ operationId }) => operationId === id);
  return `${method.toUpperCase()} ${template}`;
}
