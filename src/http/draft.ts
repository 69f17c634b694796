import { Body, Query, type PipeTransform } from '@nestjs/common';
import { plainToInstance, type ClassConstructor } from 'class-transformer';
import { validate, type ValidationError } from 'class-validator';
import { DomainError } from '../kernel/errors.js';
import type { Draft, FieldProblem } from '../kernel/problems.js';

const UNKNOWN = 'is not a known property';

/**
 * Turns what the client sent into a draft of `Dto`: properties with the right shape, and a problem for every other one.
 * Nothing is refused here, so that the rules can add what they find (decisions, section 2: all problems in one answer).
 */
export class DraftPipe<Dto extends object> implements PipeTransform<unknown, Promise<Draft<Dto>>> {
  constructor(
    private readonly dto: ClassConstructor<Dto>,
    private readonly unknownProperties: 'refused' | 'ignored',
  ) {}

  async transform(sent: unknown): Promise<Draft<Dto>> {
    const value = plainToInstance(this.dto, objectOf(sent));
    const overlooked = this.unknownProperties === 'refused' ? inheritedNames(sent, value, '') : [];
    const errors = await validate(value, {
      whitelist: true,
      forbidNonWhitelisted: this.unknownProperties === 'refused',
      forbidUnknownValues: false,
    });
    for (const error of errors) prune(value, error);
    return { value, problems: [...errors.flatMap((error) => problemsOf(error, '')), ...overlooked] };
  }
}

/** The JSON body as a draft of `dto`; unknown properties are problems (decisions, section 2). */
export const DraftBody = <Dto extends object>(dto: ClassConstructor<Dto>): ParameterDecorator =>
  Body(new DraftPipe(dto, 'refused'));

/** The query string as a draft of `dto`; unknown parameters are ignored (decisions, section 2). */
export const DraftQuery = <Dto extends object>(dto: ClassConstructor<Dto>): ParameterDecorator =>
  Query(new DraftPipe(dto, 'ignored'));

function objectOf(sent: unknown): object {
  if (typeof sent === 'object' && sent !== null && !Array.isArray(sent)) return sent;
  throw new DomainError('malformed', 'malformed_body', 'The body must be a JSON object.');
}

/** Takes out what is wrong and keeps the rest, also inside a nested object. */
function prune(holder: object, error: ValidationError): void {
  const nested: unknown = Reflect.get(holder, error.property);
  if (error.constraints !== undefined || typeof nested !== 'object' || nested === null) {
    Reflect.deleteProperty(holder, error.property);
  } else {
    for (const child of error.children ?? []) prune(nested, child);
  }
}

function problemsOf(error: ValidationError, parent: string): FieldProblem[] {
  const path = pathOf(parent, error.property);
  // What is no object is said once, by our own words.
  const { nestedValidation: _said, ...constraints } = error.constraints ?? {};
  const own = Object.entries(constraints).map(([rule, message]) => ({
    path,
    message: rule === 'whitelistValidation' ? UNKNOWN : message,
  }));
  return [...own, ...(error.children ?? []).flatMap((child) => problemsOf(child, path))];
}

function pathOf(parent: string, property: string): string {
  if (parent === '') return property;
  return /^\d+$/.test(property) ? `${parent}[${property}]` : `${parent}.${property}`;
}
