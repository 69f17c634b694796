import type { Request } from 'express';
import { RefusalWithHeaders } from './refusal.js';

/** 405, with the methods that the route answers. */
export function methodNotAllowed(allow: string): RefusalWithHeaders {
  const message = `This route answers only ${allow}.`;
  return new RefusalWithHeaders('method_not_allowed', 'method_not_allowed', message, { Allow: allow });
}

/** A part of Express's router, which has no public type. */
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
