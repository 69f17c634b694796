import type { Request } from 'express';
import { DomainError } from '../../../kernel/errors.js';

/** 405, with the methods that the route answers. */
export class MethodNotAllowed extends DomainError {
  constructor(readonly allow: string) {
    super('method_not_allowed', 'method_not_allowed', `This route answers only ${allow}.`);
  }
}

/** What this file needs to know of Express's router. */
interface Layer {
  readonly route?: { readonly methods: Readonly<Record<string, boolean>> };
  match(path: string): boolean;
}

/** The methods of the route at the address of a request, as `Allow` lists them; null when there is no such route. */
export function allowedMethods({ app, path }: Request): string | null {
  const { stack } = (app as unknown as { readonly router: { readonly stack: readonly Layer[] } }).router;
  const routes = stack.flatMap((layer) => (layer.route && layer.match(path) ? [layer.route] : []));
  const methods = new Set(routes.flatMap((route) => Object.keys(route.methods)));
  if (methods.size === 0) return null;
  if (methods.has('get')) methods.add('head');
  return [...methods.add('options')].map((method) => method.toUpperCase()).join(', ');
}
