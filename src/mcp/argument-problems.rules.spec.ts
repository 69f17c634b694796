import { z } from 'zod';
import { argumentProblems } from './argument-problems.rules.js';

const INPUT = z
  .strictObject({
    kind: z.enum(['tags', 'fields']),
    name: z.string().max(3).optional(),
    offset: z.int().min(1).optional(),
    names: z.array(z.string().min(1)).max(2).optional(),
    is_open: z.boolean().optional(),
    inside: z.strictObject({ id: z.string() }).optional(),
    each: z.array(z.strictObject({ tags: z.array(z.string()).optional() })).optional(),
  })
  .refine(({ name }) => name !== 'all', { path: ['name'], error: 'is not for all kinds' });

const problemsOf = (args: unknown) => {
  const { error } = INPUT.safeParse(args);
  return argumentProblems(error?.issues ?? [], args);
};

describe('what is wrong with the arguments of a tool', () => {
  it('is nothing when they fit', () => {
    expect(problemsOf({ kind: 'tags', offset: 2 })).toEqual([]);
  });

  it.each([
    [{}, 'kind', 'is required'],
    [{ kind: 'colours' }, 'kind', 'must be one of tags, fields'],
    [{ kind: null }, 'kind', 'must be one of tags, fields'],
    [{ kind: 'tags', name: 'long' }, 'name', 'must have at most 3 characters'],
    [{ kind: 'tags', name: 1 }, 'name', 'must be a string'],
    [{ kind: 'tags', name: 'all' }, 'name', 'is not for all kinds'],
    [{ kind: 'tags', offset: 0 }, 'offset', 'must be at least 1'],
    [{ kind: 'tags', offset: 1.5 }, 'offset', 'must be a whole number'],
    [{ kind: 'tags', names: ['a', 'b', 'c'] }, 'names', 'must have at most 2 items'],
    [{ kind: 'tags', names: [''] }, 'names[0]', 'must have at least 1 character'],
    [{ kind: 'tags', is_open: 'yes' }, 'is_open', 'must be true or false'],
    [{ kind: 'tags', inside: {} }, 'inside.id', 'is required'],
    [{ kind: 'tags', inside: { id: '1', b: 1 } }, 'inside.b', 'is not a known property'],
    [{ kind: 'tags', each: [{}, { tags: ['a', 1] }] }, 'each[1].tags[1]', 'must be a string'],
    [{ kind: 'tags', each: [{ b: 1 }] }, 'each[0].b', 'is not a known property'],
    [{ kind: 'tags', colour: 1 }, 'colour', 'is not a known property'],
    [[], 'arguments', 'must be an object'],
  ])('%j: %s %s', (args, field, message) => {
    expect(problemsOf(args)).toEqual([{ field, message }]);
  });
});
