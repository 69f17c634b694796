import { Body, Query, type PipeTransform, type Type } from '@nestjs/common';
import { validate, type ValidationError } from 'class-validator';
import type { Draft, FieldProblem } from '../kernel/problems.js';
import { malformedBody } from './malformed.errors.js';
import { nestedDto } from './validators.js';

const UNKNOWN = 'is not a known property';

/**
 * Turns what the client sent into a draft of `Dto`: properties with the right shape, and a problem for every other one.
 * Nothing is refused here, so that the rules can add what they find (decisions, section 2: all problems in one answer).
 */
export class DraftPipe<Dto extends object> implements PipeTransform<unknown, Promise<Draft<Dto>>> {
  constructor(
    private readonly dto: Type<Dto>,
    private readonly unknownProperties: 'refused' | 'ignored',
  ) {}

  async transform(sent: unknown): Promise<Draft<Dto>> {
    const forbidden: FieldProblem[] = [];
    const value = asSent(this.dto, objectOf(sent), '', forbidden);
    const refuses = this.unknownProperties === 'refused';
    const errors = await validate(value, {
      whitelist: true,
      forbidNonWhitelisted: refuses,
      forbidUnknownValues: false,
    });
    for (const error of errors) prune(value, error);
    return {
      value,
      problems: [...(refuses ? forbidden : []), ...errors.flatMap((error) => problemsOf(error, ''))],
    };
  }
}

/** The JSON body as a draft of `dto`; unknown properties are problems (decisions, section 2). */
export const DraftBody = <Dto extends object>(dto: Type<Dto>): ParameterDecorator =>
  Body(new DraftPipe(dto, 'refused'));

/** The query string as a draft of `dto`; unknown parameters are ignored (decisions, section 2). */
export const DraftQuery = <Dto extends object>(dto: Type<Dto>): ParameterDecorator =>
  Query(new DraftPipe(dto, 'ignored'));

function objectOf(sent: unknown): object {
  if (isObject(sent)) return sent;
  throw malformedBody('The body must be a JSON object.');
}

/**
 * What was sent as an instance of its class, every value untouched. A name that every object inherits, such as
 * `constructor`, is never copied: it would change how the instance behaves.
 */
function asSent<Dto extends object>(
  dto: Type<Dto>,
  sent: object,
  parent: string,
  forbidden: FieldProblem[],
): Dto {
  const instance = new dto();
  for (const [property, value] of Object.entries(sent) as [string, unknown][]) {
    const path = pathOf(parent, property);
    const nested = nestedDto(dto, property);
    if (property in Object.prototype) forbidden.push({ path, message: UNKNOWN });
    else
      Reflect.set(
        instance,
        property,
        nested && isObject(value) ? asSent(nested, value, path, forbidden) : value,
      );
  }
  return instance;
}

/** Takes out what is wrong and keeps the rest, also inside a nested object. */
function prune(holder: object, error: ValidationError): void {
  const nested: unknown = Reflect.get(holder, error.property);
  if (error.constraints !== undefined || !isObject(nested)) Reflect.deleteProperty(holder, error.property);
  else for (const child of error.children ?? []) prune(nested, child);
}

function problemsOf(error: ValidationError, parent: string): FieldProblem[] {
  const path = pathOf(parent, error.property);
  // What is no object is said once, by our own words.
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

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
