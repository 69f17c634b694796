import type { IncomingHttpHeaders } from 'node:http';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { DomainError } from '../../../kernel/errors.js';
import type { Precondition } from '../../../kernel/precondition.js';
import {
  entityTagOf,
  matchesStrongly,
  matchesWeakly,
  parseTagCondition,
  type TagCondition,
} from './entity-tags.js';
import { RefusalWithHeaders } from './refusal.js';

/** The state that a request expects of its resource (RFC 9110, section 13; decision 12). */
export class Conditions {
  private static readonly NONE = new Conditions(null, null);

  private constructor(
    private readonly ifMatch: TagCondition | null,
    private readonly ifNoneMatch: TagCondition | null,
  ) {}

  /** @throws malformed_header */
  static of(headers: IncomingHttpHeaders): Conditions {
    const { 'if-match': match, 'if-none-match': noneMatch } = headers;
    if (match === undefined && noneMatch === undefined) return Conditions.NONE;
    return new Conditions(conditionOf('If-Match', match), conditionOf('If-None-Match', noneMatch));
  }

  /**
   * Whether a reader already has the representation with this tag (304).
   * @throws precondition_failed
   */
  isKnown(tag: string): boolean {
    if (this.ifMatch !== null && !matchesStrongly(this.ifMatch, tag)) throw preconditionFailed(tag);
    return this.ifNoneMatch !== null && matchesWeakly(this.ifNoneMatch, tag);
  }

  /** Makes a check for a writer. `show` gives the representation that readers see. */
  on<Current>(show: (current: Current) => object): Precondition<Current> {
    if (this === Conditions.NONE) return null;
    return (current) => {
      const tag = entityTagOf(JSON.stringify(show(current)));
      if (this.isKnown(tag)) throw preconditionFailed(tag);
    };
  }

  /** Makes a check for a writer that may make the resource: while there is none, `If-Match` refuses and `If-None-Match` does not. */
  onPossible<Current>(show: (current: Current) => object): Precondition<Current | null> {
    const check = this.on(show);
    return (
      check &&
      ((current) => {
        if (current !== null) check(current);
        else if (this.ifMatch !== null) throw preconditionFailed(null);
      })
    );
  }
}

/** 412, with the entity tag that the resource has now; null when there is no such resource. */
function preconditionFailed(currentTag: string | null): RefusalWithHeaders {
  return new RefusalWithHeaders(
    'precondition_failed',
    'precondition_failed',
    'The resource is not in the state that the request expects; the header ETag names its current state.',
    currentTag === null ? {} : { ETag: currentTag },
  );
}

/** Gives a handler that writes a resource the conditions of its request. */
export const RequestConditions = createParamDecorator(
  (_data: unknown, context: ExecutionContext): Conditions =>
    Conditions.of(context.switchToHttp().getRequest<Request>().headers),
);

function conditionOf(name: string, value: string | undefined): TagCondition | null {
  if (value === undefined) return null;
  const condition = parseTagCondition(value);
  if (condition !== null) return condition;
  throw new DomainError(
    'malformed',
    'malformed_header',
    `The header ${name} must be * or a list of entity tags in double quotes.`,
  );
}
