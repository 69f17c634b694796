import { STATUS_CODES } from 'node:http';
import type { OpenAPIObject } from '@nestjs/swagger';

type Things = Record<string, object>;

interface Response {
  readonly headers?: Things;
  readonly content?: Readonly<Record<string, { readonly example?: { readonly code?: string } }>>;
}

interface Operation {
  readonly parameters?: { readonly name: string }[];
  readonly responses: Record<string, Response>;
  readonly 'x-required-scope'?: string;
}

/** A place in the document, and the name of its content among the components. */
interface Slot {
  readonly holder: Things;
  readonly key: string;
  readonly name: string;
}

/** Moves headers, parameters and refusals that stand in several places to the components. Each part of the document is its own object. */
export function shareComponents(document: OpenAPIObject): OpenAPIObject {
  const operations = Object.values({ ...document.paths, ...document.webhooks }).flatMap((item) =>
    Object.values(item as Record<string, Operation>),
  );
  const headers = operations.flatMap(({ responses }) =>
    Object.values(responses).flatMap((response) => slotsOf(response.headers ?? {}, (name) => name)),
  );
  const parameters = operations.flatMap(({ parameters: list = [] }) =>
    slotsOf(list as unknown as Things, (index) => list[Number(index)]?.name ?? ''),
  );
  // A success stays where it is: generators name its type by the operation.
  const refusals = operations.flatMap((operation) =>
    slotsOf(operation.responses, (status) => refusalName(status, operation)).filter(({ key }) => key >= '3'),
  );
  const components = { headers: share('headers', headers), parameters: share('parameters', parameters) };
  const responses = share('responses', refusals);
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
  const { code = STATUS_CODES[status] ?? 'Answer' } =
    operation.responses[status]?.content?.['application/json']?.example ?? {};
  const scope = code === 'missing_scope' ? (operation['x-required-scope'] ?? '') : '';
  const words = `${code} ${scope}`.split(/[^A-Za-z]+/).filter(Boolean);
  return `${words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join('')}${status}`;
}
