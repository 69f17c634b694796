import type { MiddlewareConsumer, RequestMethod } from '@nestjs/common';
import {
  METHOD_METADATA,
  PARAMTYPES_METADATA,
  PATH_METADATA,
  ROUTE_ARGS_METADATA,
} from '@nestjs/common/constants.js';
import { deprecatedRoutes } from './deprecated-routes.js';

/** Another address or method of an operation, with what differs there. */
export interface OtherAddress {
  readonly id: string;
  /** The decorator of its route, such as `Patch(':ticket_id')`. */
  readonly at: MethodDecorator;
  /** Decorators of the parameters that it reads in another way, by their positions. */
  readonly reads?: Readonly<Record<number, ParameterDecorator>>;
  /** Makes its answer from that of the operation. */
  readonly answers?: (answer: never) => object;
}

/** A handler of a controller. */
interface Handler {
  (this: object, ...read: unknown[]): Promise<unknown>;
}

/** Adds a handler for another address to a controller. It calls the handler `name`. */
export function addHandler(
  controller: object,
  name: string,
  { id, at, reads = {}, answers }: OtherAddress,
): TypedPropertyDescriptor<Handler> & { readonly value: Handler } {
  const handler = Reflect.get(controller, name) as Handler;
  const value: Handler = function (...read) {
    const answer = handler.apply(this, read);
    return answers ? answer.then((whole) => answers(whole as never)) : answer;
  };
  const descriptor = { value, configurable: true };
  // The generator of the document finds the parameters of a handler by its name.
  Object.defineProperty(value, 'name', { value: id });
  Object.defineProperty(controller, id, descriptor);
  copyParameters(controller, name, id, Object.keys(reads).map(Number));
  for (const index of Object.keys(reads).map(Number).reverse()) reads[index]?.(controller, id, index);
  const own = parametersOf(value);
  const others = parametersOf(handler).filter((parameter) => !own.some((one) => one.in === parameter.in));
  Reflect.defineMetadata(DESCRIBED, [...others, ...own], value);
  at(controller, id, descriptor);
  return descriptor;
}

/** Copies what Nest knows of the parameters of a handler, except those at some positions. */
function copyParameters(controller: object, name: string, id: string, except: readonly number[]): void {
  const types: unknown = Reflect.getMetadata(PARAMTYPES_METADATA, controller, name);
  Reflect.defineMetadata(PARAMTYPES_METADATA, types, controller, id);
  const { constructor } = controller;
  const read = Reflect.getMetadata(ROUTE_ARGS_METADATA, constructor, name) as Record<
    string,
    { index: number }
  >;
  const kept = Object.entries(read).filter(([, { index }]) => !except.includes(index));
  Reflect.defineMetadata(ROUTE_ARGS_METADATA, Object.fromEntries(kept), constructor, id);
}

/** Names the metadata of a handler that holds its parameters for the document. */
const DESCRIBED = 'swagger/apiParameters';

/** Lists the parameters of a handler that were described so far. The decorators of its parameters run before its own. */
export function parametersOf(handler: object): readonly { readonly in: string }[] {
  return (Reflect.getMetadata(DESCRIBED, handler) as { readonly in: string }[] | undefined) ?? [];
}

/** The handlers of an older address and of the one that replaces it. */
interface Successor {
  readonly controller: object;
  readonly older: object;
  readonly newer: object;
}

const SUCCESSORS: Successor[] = [];

export function noteSuccessor(successor: Successor): void {
  SUCCESSORS.push(successor);
}

/** Makes every answer of an older address name the address that replaces it. */
export function nameSuccessors(consumer: MiddlewareConsumer): void {
  for (const { controller, older, newer } of SUCCESSORS) {
    const [path, successor] = [older, newer].map((handler) => addressOf(controller, handler)) as [
      string,
      string,
    ];
    const method = Reflect.getMetadata(METHOD_METADATA, older) as RequestMethod;
    consumer.apply(deprecatedRoutes(fixedPartOf(path), fixedPartOf(successor))).forRoutes({ path, method });
  }
}

const addressOf = (controller: object, handler: object): string =>
  [controller, handler].map((part) => `/${Reflect.getMetadata(PATH_METADATA, part)}`).join('');

/** The part of a path before its first parameter. The rest is the same in the path of its successor. */
const fixedPartOf = (path: string): string => path.split(':')[0] ?? '';
