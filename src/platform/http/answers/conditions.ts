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

/** 412: the resource is not in the state that the client expects. `currentTag` is its entity tag now, null when there is no such resource. */
export class PreconditionFailed extends DomainError {
  constructor(readonly currentTag: string | null) {
    super(
      'precondition_failed',
      'precondition_failed',
      'The resource is not in the state that the request expects; the header ETag names its current state.',
    );
  }
}

/** What a request expects of the state of the resource that it names (RFC 9110, section 13; decision 12). */
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
    this.refuseUnlessMatching(tag);
    return this.ifNoneMatch !== null && matchesWeakly(this.ifNoneMatch, tag);
  }

  /** The same conditions as a check for a writer. `show` gives what readers see of the resource. */
  on<Current>(show: (current: Current) => object): Precondition<Current> {
    if (this === Conditions.NONE) return null;
    return (current) => {
      const tag = entityTagOf(JSON.stringify(show(current)));
      if (this.isKnown(tag)) throw new PreconditionFailed(tag);
    };
  }

  /** The same for a resource that the writer would make: while there is none, `If-Match` refuses and `If-None-Match` does not. */
  onPossible<Current>(show: (current: Current) => object): Precondition<Current | null> {
    const check = this.on(show);
    return (
      check &&
      ((current) => {
        if (current !== null) check(current);
        else if (this.ifMatch !== null) throw new PreconditionFailed(null);
      })
    );
  }

  private refuseUnlessMatching(tag: string): void {
    if (this.ifMatch !== null && !matchesStrongly(this.ifMatch, tag)) throw new PreconditionFailed(tag);
  }
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
