import type { IncomingHttpHeaders } from 'node:http';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { DomainError, type Precondition } from '../../../kernel/errors.js';
import { RefusalWithHeaders } from './refusal.js';
import { hash } from 'node:crypto';

interface EntityTag {
  /** The text has its quotes. */
  readonly opaque: string;
  readonly isWeak: boolean;
}

/** `If-Match` and `If-None-Match` name any state (`*`), or some (RFC 9110, section 13.1). */
type TagCondition = '*' | readonly EntityTag[];

const TAG = String.raw`(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"`;
const TAGS = new RegExp(`^[ \\t,]*${TAG}(?:[ \\t]*,[ \\t,]*${TAG})*[ \\t,]*$`);
const EACH_TAG = new RegExp(TAG, 'g');

/** Makes the strong entity tag of a representation, with its quotes. Two texts never have the same tag. */
export function entityTagOf(representation: string): string {
  return `"${hash('sha256', representation, 'base64url')}"`;
}

/** Reads the value of `If-Match` or `If-None-Match`; null when it is malformed. */
export function parseTagCondition(value: string): TagCondition | null {
  if (value.trim() === '*') return '*';
  if (!TAGS.test(value)) return null;
  return (value.match(EACH_TAG) ?? []).map((tag) => {
    const isWeak = tag.startsWith('W/');
    return { opaque: isWeak ? tag.slice(2) : tag, isWeak };
  });
}

/** Tells whether a condition of a write names `tag`, which is strong. Weak tags never match. */
export function matchesStrongly(condition: TagCondition, tag: string): boolean {
  return condition === '*' || condition.some(({ opaque, isWeak }) => !isWeak && opaque === tag);
}

/** Tells whether a condition of a read names `tag`. A proxy that compresses makes strong tags weak. */
export function matchesWeakly(condition: TagCondition, tag: string): boolean {
  return condition === '*' || condition.some(({ opaque }) => opaque === tag);
}

/** A request expects its resource to be in this state (RFC 9110, section 13; [choice 12]). */
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

  /** Tells whether a reader has the representation with this tag already (304). @throws precondition_failed */
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

  /** Makes a check for a write that may create the resource. While there is none, `If-Match` refuses and `If-None-Match` does not. */
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

/** Makes a 412 with the present entity tag of the resource; null when there is no such resource. */
export function preconditionFailed(currentTag: string | null): RefusalWithHeaders {
  return new RefusalWithHeaders(
    'precondition_failed',
    'precondition_failed',
    'The resource is not in the state that the request expects; the header ETag names its current state.',
    currentTag === null ? {} : { ETag: currentTag },
  );
}

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
