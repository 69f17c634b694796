import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';

/** Describes a property of an answer in one line: its example, and what the document says of it. */
type Described = (example?: unknown, description?: string) => PropertyDecorator;

const described =
  (options: ApiPropertyOptions): Described =>
  (example, description) =>
    ApiProperty({ ...options, description, example } as ApiPropertyOptions);

const textOrNull = (options: ApiPropertyOptions): Described =>
  described({ type: String, ...options, nullable: true });

export const Text = described({});
export const TextOrNull = textOrNull({});
export const Flag = described({});
export const Id = described({ format: 'uuid' });
export const IdOrNull = textOrNull({ format: 'uuid' });
export const Email = described({ format: 'idn-email' });
export const Moment = described({ format: 'date-time' });
export const MomentOrNull = textOrNull({ format: 'date-time' });

/** Describes one of some values. */
export const Enum = (
  values: readonly string[],
  example?: string | null,
  description?: string,
): PropertyDecorator => ApiProperty({ enum: values, description, example } as ApiPropertyOptions);

/** Describes a whole number from 0. */
export const Count = described({ type: 'integer', minimum: 0 });
export const CountOrNull = described({ type: 'integer', minimum: 0, nullable: true });
/** Describes a whole number from 1. */
export const Ordinal = described({ type: 'integer', minimum: 1 });
export const OrdinalOrNull = described({ type: 'integer', minimum: 1, nullable: true });
/** Describes a whole number that may be negative. */
export const Whole = described({ type: 'integer' });
export const WholeOrNull = described({ type: 'integer', nullable: true });
