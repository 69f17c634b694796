import { Body, Query, type PipeTransform, type Type } from '@nestjs/common';
import { ApiBody, ApiQuery } from '@nestjs/swagger';
import { plainToInstance } from 'class-transformer';
import { validate, type ValidationError } from 'class-validator';
import { isObject } from '../../../kernel/objects.js';
import type { Draft, FieldProblem } from '../../../kernel/problems.js';
import { malformedBody } from '../answers/malformed.errors.js';
import { describedBy } from './path-parameter.js';
import { nestedDto } from './validators.js';

const UNKNOWN = 'is not a known property';

/**
 * Makes a draft of `Dto`: the properties of the right shape, and a problem for every other one. It refuses nothing, so that the rules
 * can add the problems that they find (decisions, section 2: all problems in one answer).
 */
export class DraftPipe<Dto extends object> implements PipeTransform<unknown, Promise<Draft<Dto>>> {
  constructor(
    private readonly dto: Type<Dto>,
    private readonly unknownProperties: 'refused' | 'ignored',
  ) {}

  /** Most lists are asked for without a query; the draft of nothing is always the same. */
  private draftOfNothing: Promise<Draft<Dto>> | undefined;

  transform(sent: unknown): Promise<Draft<Dto>> {
    if (isObject(sent) && Object.keys(sent).length === 0) return (this.draftOfNothing ??= this.draftOf(sent));
    return this.draftOf(sent);
  }

  private async draftOf(sent: unknown): Promise<Draft<Dto>> {
    const shield = new Shield();
    const value = plainToInstance(this.dto, shield.cover(this.dto, objectOf(sent), ''));
    shield.uncover(value);
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

/** The JSON body as a draft of `dto`; unknown properties are problems (decisions, section 2). */
export const DraftBody = <Dto extends object>(dto: Type<Dto>): ParameterDecorator =>
  describedBy(ApiBody({ type: dto }), Body(new DraftPipe(dto, 'refused')));

/** The body as a draft, where a missing body counts as an empty object. */
export const DraftBodyIfAny = <Dto extends object>(dto: Type<Dto>): ParameterDecorator =>
  describedBy(
    ApiBody({ type: dto, required: false }),
    Body({ transform: (sent: unknown) => sent ?? {} }, new DraftPipe(dto, 'refused')),
  );

/** The query string as a draft of `dto`; unknown parameters are ignored (decisions, section 2). */
export const DraftQuery = <Dto extends object>(dto: Type<Dto>): ParameterDecorator =>
  describedBy(ApiQuery({ type: dto }), Query(new DraftPipe(dto, 'ignored')));

function objectOf(sent: unknown): object {
  if (isObject(sent)) return sent;
  throw malformedBody('The body must be a JSON object.');
}

/**
 * Keeps some names and values away from class-transformer, which would not leave them as they were sent (decision 2): names that
 * every object inherits, which it calls or drops; and lists and objects without a class of their own, which it copies.
 */
class Shield {
  /** A problem for each name, such as `constructor`, that every object inherits. Such properties are left out. */
  readonly inherited: FieldProblem[] = [];
  private readonly hidden = new Map<symbol, unknown>();

  /** Puts a symbol in place of each hidden value: class-transformer passes symbols on as they are. */
  cover(dto: Type<object>, sent: object, parent: string): Record<string, unknown> {
    const plain: Record<string, unknown> = {};
    for (const [property, value] of Object.entries(sent) as [string, unknown][]) {
      const path = pathOf(parent, property);
      const nested = nestedDto(dto, property);
      if (property in Object.prototype) this.inherited.push({ path, message: UNKNOWN });
      else if (nested && isObject(value)) plain[property] = this.cover(nested, value, path);
      // A list in place of an object is refused as a whole. Otherwise each of its elements would be converted and checked.
      else if (nested && Array.isArray(value)) plain[property] = [];
      else plain[property] = typeof value === 'object' ? this.hide(value) : value;
    }
    return plain;
  }

  /** Puts the hidden values back. */
  uncover(instance: object): void {
    for (const [property, value] of Object.entries(instance) as [string, unknown][]) {
      if (typeof value === 'symbol') Reflect.set(instance, property, this.hidden.get(value));
      else if (isObject(value)) this.uncover(value);
    }
  }

  private hide(value: unknown): symbol {
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
  // `IsPlainObject` says that a value is no object. The same message of class-validator is left out.
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
