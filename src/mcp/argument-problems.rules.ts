import type { z } from 'zod';
import { pathOf } from '../kernel/errors.js';
import { counted } from '../kernel/text.js';

export interface ArgumentProblem {
  readonly field: string;
  readonly message: string;
}

type Issue = z.core.$ZodIssue;

/** Says in the words of the API what is wrong with the arguments of a tool. */
export function argumentProblems(issues: readonly Issue[], args: unknown): ArgumentProblem[] {
  return issues.flatMap((issue) => {
    const path = pathOf(issue.path);
    const inside = (key: string): string => (path === '' ? key : `${path}.${key}`);
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => ({ field: inside(key), message: 'is not a known property' }));
    const message = valueAt(args, issue.path) === undefined ? 'is required' : messageOf(issue);
    return [{ field: path || 'arguments', message }];
  });
}

function messageOf(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${KINDS[issue.expected] ?? `of the type ${issue.expected}`}`;
    case 'invalid_value':
      return `must be one of ${issue.values.map(String).join(', ')}`;
    case 'too_big':
      return `must ${limitOf('at most', issue.maximum, issue.origin)}`;
    case 'too_small':
      return `must ${limitOf('at least', issue.minimum, issue.origin)}`;
    case 'custom':
      return issue.message;
    default:
      return 'has the wrong form';
  }
}

const KINDS: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
  null: 'null',
};

function limitOf(how: string, limit: number | bigint, origin: string): string {
  if (origin === 'string') return `have ${how} ${counted(Number(limit), 'character')}`;
  if (origin === 'array') return `have ${how} ${counted(Number(limit), 'item')}`;
  return `be ${how} ${limit}`;
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (at, key) => (at as Record<PropertyKey, unknown> | null | undefined)?.[key],
    value,
  );
}
