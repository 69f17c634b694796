import { ApiPropertyOptional } from '@nestjs/swagger';

interface Description {
  readonly description?: string;
  readonly default?: string;
  readonly example?: unknown;
}

/** Describes a query parameter with one of these values. The generator loses the `enum` of a parameter unless it stands in `schema`. */
export const ApiChoice = (values: readonly string[], description: Description = {}): PropertyDecorator =>
  ApiPropertyOptional({ ...description, type: String, schema: { enum: [...values] } } as object);

/** Describes a query parameter with one or several of these values, separated by commas or repeated. */
export const ApiChoices = (values: readonly string[], description: Description = {}): PropertyDecorator =>
  ApiPropertyOptional({
    ...{ ...description, type: 'array', items: { type: 'string', enum: [...values] } },
    ...{ style: 'form', explode: false },
  } as object);
