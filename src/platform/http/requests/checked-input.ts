import { Body, Query, type PipeTransform, type Type, Param } from '@nestjs/common';
import { ApiBody, ApiQuery, ApiParam } from '@nestjs/swagger';
import { plainToInstance } from 'class-transformer';
import { validate, type ValidationError } from 'class-validator';
import { BoundedCache } from '../../../kernel/bounded-cache.js';
import { isObject } from '../../../kernel/objects.js';
import type { Checked, FieldProblem } from '../../../kernel/errors.js';
import { malformedBody } from '../answers/refusal.js';
import { nestedDto } from './validators.js';

const UNKNOWN = 'is not a known property';

/** Each list keeps the results of at most this number of queries. */
const KEPT_RESULTS = 100;
/** A query with at most this number of characters, as JSON, is short. */
const SHORT_QUERY = 200;

/** Checks the shape of what was sent: keeps the properties of the right shape, and names a problem for every other one. */
export class CheckedInputPipe<Dto extends object> implements PipeTransform<unknown, Promise<Checked<Dto>>> {
  constructor(
    private readonly dto: Type<Dto>,
    private readonly unknownProperties: 'refused' | 'ignored',
  ) {}

  /** Holds the results of short queries, because clients ask for the same lists again and again. Bodies differ from each other. */
  private readonly results = new BoundedCache<Checked<Dto>>({ capacity: KEPT_RESULTS });

  async transform(sent: unknown): Promise<Checked<Dto>> {
    const query = this.unknownProperties === 'ignored' ? JSON.stringify(objectOf(sent)) : '';
    if (query === '' || query.length > SHORT_QUERY) return this.check(sent);
    const known = this.results.get(query);
    if (known) return known;
    const checked = await this.check(sent);
    // Requests share it.
    Object.freeze(checked.value);
    this.results.set(query, checked);
    return checked;
  }

  private async check(sent: unknown): Promise<Checked<Dto>> {
    const shield = new Shield();
    const value = plainToInstance(this.dto, shield.hideIn(this.dto, objectOf(sent), ''));
    shield.putBackIn(value);
    const forbidNonWhitelisted = this.unknownProperties === 'refused';
    const errors = await validate(value, {
      whitelist: true,
      forbidNonWhitelisted,
      forbidUnknownValues: false,
    });
    for (const error of errors) prune(value, error);
    const problems = errors.flatMap((error) => problemsOf(error, ''));
    return { value, problems: forbidNonWhitelisted ? [...shield.inherited, ...problems] : problems };
  }
}

/** Checks the JSON body against `dto`; unknown properties are problems [rule 2]. */
export const CheckedBody = <Dto extends object>(dto: Type<Dto>): ParameterDecorator =>
  describedBy(ApiBody({ type: dto }), Body(new CheckedInputPipe(dto, 'refused')));

/** Checks the body, where a missing body counts as an empty object. */
export const CheckedBodyIfAny = <Dto extends object>(dto: Type<Dto>): ParameterDecorator =>
  describedBy(
    ApiBody({ type: dto, required: false }),
    Body(
      { transform: (sent: unknown) => (sent === undefined ? {} : sent) },
      new CheckedInputPipe(dto, 'refused'),
    ),
  );

/** Checks the query string against `dto`; unknown parameters are ignored [rule 2]. */
export const CheckedQuery = <Dto extends object>(dto: Type<Dto>): ParameterDecorator =>
  describedBy(ApiQuery({ type: dto }), Query(new CheckedInputPipe(dto, 'ignored')));

function objectOf(sent: unknown): object {
  if (isObject(sent)) return sent;
  throw malformedBody('The body must be a JSON object.');
}

/**
 * Hides from class-transformer the names and values that it would change [choice 2]: names that every object inherits, which it
 * calls or drops; and lists and objects without a class of their own, which it copies.
 */
class Shield {
  /** A problem for each name, such as `constructor`, that every object inherits. Such properties are left out. */
  readonly inherited: FieldProblem[] = [];
  private readonly hidden = new Map<symbol, unknown>();

  /** Puts a symbol in place of each hidden value: class-transformer passes symbols on as they are. */
  hideIn(dto: Type<object>, sent: object, parent: string): Record<string, unknown> {
    const plain: Record<string, unknown> = {};
    for (const [property, value] of Object.entries(sent) as [string, unknown][]) {
      const path = pathOf(parent, property);
      const nested = nestedDto(dto, property);
      if (property in Object.prototype) this.inherited.push({ path, message: UNKNOWN });
      else if (nested && isObject(value)) plain[property] = this.hideIn(nested, value, path);
      // A list in place of an object is refused as a whole. Otherwise each of its elements would be converted and checked.
      else if (nested && Array.isArray(value)) plain[property] = [];
      else plain[property] = typeof value === 'object' ? this.symbolFor(value) : value;
    }
    return plain;
  }

  putBackIn(instance: object): void {
    for (const [property, value] of Object.entries(instance) as [string, unknown][]) {
      if (typeof value === 'symbol') Reflect.set(instance, property, this.hidden.get(value));
      else if (isObject(value)) this.putBackIn(value);
    }
  }

  private symbolFor(value: unknown): symbol {
    const key = Symbol();
    this.hidden.set(key, value);
    return key;
  }
}

/** Removes the properties that are wrong and keeps the others, also in nested objects. */
function prune(holder: object, error: ValidationError): void {
  const nested: unknown = Reflect.get(holder, error.property);
  if (error.constraints !== undefined || !isObject(nested)) Reflect.deleteProperty(holder, error.property);
  else for (const child of error.children ?? []) prune(nested, child);
}

function problemsOf(error: ValidationError, parent: string): FieldProblem[] {
  const path = pathOf(parent, error.property);
  // `IsPlainObject` says that a value is no object, so the message of class-validator is left out.
  const { nestedValidation: _said, ...constraints } = error.constraints ?? {};
  const own = Object.entries(constraints).map(([rule, message]) => ({
    path,
    message: rule === 'whitelistValidation' ? UNKNOWN : message,
  }));
  return own.length > 0 ? own : (error.children ?? []).flatMap((child) => problemsOf(child, path));
}

function pathOf(parent: string, property: string): string {
  return parent === '' ? property : `${parent}.${property}`;
}

/** Reads a parameter of the path, and describes it in the document; `values` are all that it may have. */
export const PathParameter = (name: string, description: string, values?: string[]): ParameterDecorator =>
  describedBy(ApiParam({ name, description, ...(values && { enum: values }) }), Param(name));

/** Reads a parameter of a handler, and describes it in the document. */
function describedBy(description: MethodDecorator, reader: ParameterDecorator): ParameterDecorator {
  return (controller, handler = '', index) => {
    const descriptor = Object.getOwnPropertyDescriptor(controller, handler);
    reader(controller, handler, index);
    if (descriptor) description(controller, handler, descriptor);
  };
}
