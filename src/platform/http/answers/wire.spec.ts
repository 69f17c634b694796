import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Id, Moment, MomentOrNull, Text } from './properties.js';
import { wire } from './wire.js';

class PartDto {
  @Moment() made_at!: string;
}

class BaseDto {
  @Id() id!: string;
  @Text() shown_name!: string;
}

class ThingDto extends BaseDto {
  @Moment() created_at!: string;
  @MomentOrNull() ended_at!: string | null;
  @ApiProperty({ type: [PartDto] }) parts!: PartDto[];
  @ApiProperty({ type: PartDto, nullable: true }) first_part!: PartDto | null;
  @ApiPropertyOptional() note?: string;
}

const madeAt = new Date('2026-03-04T10:00:00Z');

const row = {
  secret: 'not for clients',
  endedAt: null,
  note: undefined,
  createdAt: new Date('2026-01-31T09:30:00Z'),
  parts: [{ madeAt, secret: 'not for clients' }],
  firstPart: { madeAt },
  shownName: 'Eve',
  id: '1',
};

it('An answer has the properties of its class in their order, dates as texts, and nothing else of the row.', () => {
  expect(JSON.stringify(wire(ThingDto, row))).toBe(
    '{"id":"1","shown_name":"Eve","created_at":"2026-01-31T09:30:00.000Z","ended_at":null,' +
      '"parts":[{"made_at":"2026-03-04T10:00:00.000Z"}],"first_part":{"made_at":"2026-03-04T10:00:00.000Z"}}',
  );
});

it('A value that a mapper gives takes the place of the column.', () => {
  const shown = wire(ThingDto, row, { shown_name: 'Eve Jones', first_part: null });
  expect(shown).toMatchObject({ shown_name: 'Eve Jones', first_part: null, id: '1' });
  expect(Object.keys(shown)).toStrictEqual([
    ...['id', 'shown_name', 'created_at', 'ended_at', 'parts', 'first_part'],
  ]);
});

it('The compiler refuses a row that lacks a property, and one of another type.', () => {
  const { id, ...without } = row;
  // @ts-expect-error The row has no id.
  expect(wire(ThingDto, without)).not.toHaveProperty('id');
  // @ts-expect-error The id is a number.
  expect(wire(ThingDto, { ...row, id: Number(id) })).toHaveProperty('id', 1);
  // @ts-expect-error The class has no such property.
  expect(wire(ThingDto, row, { other: 1 })).not.toHaveProperty('other');
});
