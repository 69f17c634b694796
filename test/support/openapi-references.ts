// References of the OpenAPI document to its headers, parameters and responses. Those to schemas are left to those who check them.
type Reference = { readonly $ref: string };

/** The thing itself, where the document has a reference to it. */
export function referenced<T extends object>(document: object, thing: T | Reference): T {
  if (!('$ref' in thing) || thing.$ref.includes('/schemas/')) return thing as T;
  const [, ...parts] = thing.$ref.split('/');
  return parts.reduce<unknown>((node, part) => (node as Record<string, unknown>)[part], document) as T;
}

/** A copy of the document in which each of these things stands wherever it belongs. */
export function inlined<T extends object>(document: T): T {
  const copy = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(copy);
    if (typeof node !== 'object' || node === null) return node;
    const whole = referenced(document, node);
    return Object.fromEntries(Object.entries(whole).map(([key, value]) => [key, copy(value)]));
  };
  return copy(document) as T;
}
