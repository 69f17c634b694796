import 'reflect-metadata';
import { checkText } from '../../../kernel/checks.js';
import { DomainError } from '../../../kernel/errors.js';
import { CheckedInputPipe } from './checked-input.js';
import { CheckedBy, IsNested, IsOneOf, IsPlainObject, IsText, Optional } from './validators.js';

class PartDto {
  @IsText({ blank: 'refused' })
  label!: string;
}

class SentDto {
  @Optional()
  @IsText({ max: 5 })
  name?: string;

  @Optional()
  @IsOneOf(['low', 'high'])
  priority?: string;

  @Optional()
  @CheckedBy('isTextOrNull', (value) => (value === null ? null : checkText(value)))
  group?: string | null;

  @Optional()
  @IsNested(() => PartDto)
  part?: PartDto;

  @Optional()
  @IsPlainObject()
  values?: Record<string, unknown>;
}

const body = (sent: unknown) => new CheckedInputPipe(SentDto, 'refused').transform(sent);
const query = (sent: unknown) => new CheckedInputPipe(SentDto, 'ignored').transform(sent);

describe('checked input', () => {
  it('holds what has the right shape', async () => {
    const { value, problems } = await body({ name: 'Desk', priority: 'low', group: null });
    expect(value).toMatchObject({ name: 'Desk', priority: 'low', group: null });
    expect(problems).toEqual([]);
  });

  it('may be empty', async () => {
    expect((await body({})).problems).toEqual([]);
  });

  it('names every problem and keeps the rest', async () => {
    const { value, problems } = await body({ name: 'too long', priority: 'medium', group: 'Support' });
    expect(problems).toEqual([
      { path: 'name', message: 'must have at most 5 characters' },
      { path: 'priority', message: 'must be one of low, high' },
    ]);
    expect(value).toMatchObject({ group: 'Support' });
    expect(value.name).toBeUndefined();
    expect(value.priority).toBeUndefined();
  });

  it('does not check the items of a list that was sent in place of an object', async () => {
    let looks = 0;
    const element = {
      get label() {
        looks += 1;
        return 'x';
      },
    };
    const { value, problems } = await body({ part: [element, element], name: 'Desk' });
    expect(problems).toEqual([{ path: 'part', message: 'must be an object' }]);
    expect([value, looks]).toEqual([{ name: 'Desk' }, 0]);
  });

  it('names a problem inside a nested object by its path', async () => {
    const { problems } = await body({ part: { label: ' ', color: 'red' } });
    expect(problems).toHaveLength(2);
    expect(problems).toContainEqual({ path: 'part.label', message: 'must not be blank' });
    expect(problems).toContainEqual({ path: 'part.color', message: 'is not a known property' });
  });

  it('refuses null where nothing says that it clears', async () => {
    expect((await body({ name: null })).problems).toEqual([{ path: 'name', message: 'must be a string' }]);
  });

  // @proves D-2-22
  it.each([
    'subjet',
    'toString',
    'hasOwnProperty',
    '__defineGetter__',
    'constructor',
    'then',
    'prototype',
    '',
  ])('refuses the unknown property %j of a body', async (name) => {
    const { problems } = await body({ [name]: 'x' });
    expect(problems).toEqual([{ path: name, message: 'is not a known property' }]);
  });

  it('refuses an unknown property inside a nested object, whatever it is called', async () => {
    const { problems } = await body({ part: { label: 'ok', constructor: 'x' } });
    expect(problems).toEqual([{ path: 'part.constructor', message: 'is not a known property' }]);
  });

  it.each(['then', 'toJSON', 'valueOf'])(
    'checks the whole body even when it has a list called %j',
    async (name) => {
      const { value, problems } = await body({ [name]: ['x'], part: { [name]: {} }, name: 'too long' });
      const paths = problems.map(({ path }) => path);
      expect(paths.sort()).toEqual(['name', 'part.label', `part.${name}`, name].sort());
      expect(value.name).toBeUndefined();
    },
  );

  it('lets a map of names have any name', async () => {
    const values = { toString: 'x', constructor: { name: 'y' } };
    const { value, problems } = await body({ values });
    expect(problems).toEqual([]);
    expect(value.values).toEqual(values);
  });

  it('accepts deeply nested input', async () => {
    let deep: unknown = 'x';
    for (let level = 0; level < 100_000; level++) deep = { constructor: [deep] };
    expect((await body({ unknown: deep })).problems).toEqual([
      { path: 'unknown', message: 'is not a known property' },
    ]);
  });

  // @proves D-2-23
  it('ignores unknown parameters of a query', async () => {
    const { value, problems } = await query({ utm_source: 'mail', name: 'Desk' });
    expect(problems).toEqual([]);
    expect(value).not.toHaveProperty('utm_source');
    expect(value.name).toBe('Desk');
  });

  it('checks a short query once, and each other one by itself', async () => {
    const pipe = new CheckedInputPipe(SentDto, 'ignored');
    const high = await pipe.transform({ priority: 'high' });
    expect(await pipe.transform({ priority: 'high' })).toBe(high);
    expect((await pipe.transform({ priority: 'low' })).value).toMatchObject({ priority: 'low' });
    expect((await pipe.transform({ priority: ['high'] })).problems).toEqual([
      { path: 'priority', message: 'must be one of low, high' },
    ]);
  });

  it('keeps the results of at most 100 queries, and of none that is long', async () => {
    const pipe = new CheckedInputPipe(SentDto, 'ignored');
    const first = await pipe.transform({ name: '0' });
    for (let number = 1; number <= 100; number++) await pipe.transform({ name: String(number) });
    expect(await pipe.transform({ name: '0' })).not.toBe(first);
    const long = { group: 'x'.repeat(200) };
    expect(await pipe.transform(long)).not.toBe(await pipe.transform(long));
  });

  it('lets no request change the result that others get', async () => {
    const { value } = await query({ name: 'Desk' });
    expect(() => (value.name = 'changed')).toThrow(TypeError);
  });

  it('checks each body anew', async () => {
    const pipe = new CheckedInputPipe(SentDto, 'refused');
    const { value } = await pipe.transform({ name: 'Desk' });
    value.name = 'changed';
    expect((await pipe.transform({ name: 'Desk' })).value).toEqual({ name: 'Desk' });
  });

  it.each([null, undefined, [], 'text', 12, true])(
    'is refused when the body is no object: %j',
    async (sent) => {
      await expect(body(sent)).rejects.toThrow(DomainError);
      await expect(body(sent)).rejects.toMatchObject({ kind: 'malformed' });
    },
  );
});
