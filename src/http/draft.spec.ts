import 'reflect-metadata';
import { Transform, Type } from 'class-transformer';
import { ValidateNested } from 'class-validator';
import { DomainError } from '../kernel/errors.js';
import { DraftPipe } from './draft.js';
import { IsOneOf, IsPlainObject, IsText, Optional, OptionalOrNull } from './validators.js';

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

  @OptionalOrNull()
  @IsText()
  group?: string | null;

  @Optional()
  @ValidateNested({ each: true })
  @Type(() => PartDto)
  data?: PartDto[];

  @Optional()
  @IsPlainObject()
  @Transform(({ obj, key }) => (obj as Record<string, unknown>)[key])
  values?: Record<string, unknown>;
}

const body = (sent: unknown) => new DraftPipe(SentDto, 'refused').transform(sent);
const query = (sent: unknown) => new DraftPipe(SentDto, 'ignored').transform(sent);

describe('a draft of what was sent', () => {
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

  it('names a problem inside an array by its path', async () => {
    const { problems } = await body({
      data: [{ label: 'ok' }, { label: ' ' }, { label: 'ok', color: 'red' }],
    });
    expect(problems).toEqual([
      { path: 'data[1].label', message: 'must not be blank' },
      { path: 'data[2].color', message: 'is not a known property' },
    ]);
  });

  it('refuses null where nothing says that it clears', async () => {
    expect((await body({ name: null })).problems).toEqual([{ path: 'name', message: 'must be a string' }]);
  });

  it.each(['subjet', 'toString', 'hasOwnProperty', '__defineGetter__', 'constructor', 'then', 'prototype', ''])(
    'refuses the unknown property %j of a body',
    async (name) => {
      const { problems } = await body({ [name]: 'x' });
      expect(problems).toEqual([{ path: name, message: 'is not a known property' }]);
    },
  );

  it('refuses an unknown property inside an array, whatever it is called', async () => {
    const { problems } = await body({ data: [{ label: 'ok', constructor: 'x' }] });
    expect(problems).toEqual([{ path: 'data[0].constructor', message: 'is not a known property' }]);
  });

  it('lets a map of names have any name', async () => {
    expect((await body({ values: { toString: 'x', constructor: 'y' } })).problems).toEqual([]);
  });

  it('ignores unknown parameters of a query', async () => {
    const { value, problems } = await query({ utm_source: 'mail', name: 'Desk' });
    expect(problems).toEqual([]);
    expect(value).not.toHaveProperty('utm_source');
    expect(value.name).toBe('Desk');
  });

  it.each([null, undefined, [], 'text', 12, true])(
    'is refused when the body is no object: %j',
    async (sent) => {
      await expect(body(sent)).rejects.toThrow(DomainError);
      await expect(body(sent)).rejects.toMatchObject({ kind: 'malformed' });
    },
  );
});
