import { applyDecorators, type Type } from '@nestjs/common';
import { ApiPropertyOptional, type ApiPropertyOptions } from '@nestjs/swagger';
import { Type as Nested } from 'class-transformer';
import { ValidateBy, ValidateIf, ValidateNested } from 'class-validator';
import {
  checkDateTime,
  checkEmail,
  checkFlag,
  checkLine,
  checkObject,
  checkOneOf,
  checkText,
  checkUuid,
  isCalendarDay,
  type Check,
  type TextLimits,
} from '../../../kernel/checks.js';
import { namesOf } from '../../../kernel/text.js';

/** Makes a property decorator from a check, which also makes the message. */
export function CheckedBy(name: string, check: Check): PropertyDecorator {
  return ValidateBy({
    name,
    validator: {
      validate: (value) => check(value) === null,
      defaultMessage: (args) => check(args?.value) ?? '',
    },
  });
}

/** Lets a property be absent. The OpenAPI document describes it by the options, or leaves it out. */
export const Optional = (options?: ApiPropertyOptions): PropertyDecorator =>
  applyDecorators(
    ValidateIf((_dto, value) => value !== undefined),
    ...(options ? [ApiPropertyOptional(options)] : []),
  );

export const IsText = (limits: TextLimits = {}): PropertyDecorator =>
  CheckedBy('isText', (value) => checkText(value, limits));

export const IsLine = (limits: TextLimits = {}): PropertyDecorator =>
  CheckedBy('isLine', (value) => checkLine(value, limits));

export const IsEmailAddress = (): PropertyDecorator => CheckedBy('isEmailAddress', checkEmail);

export const IsOneOf = (values: readonly string[]): PropertyDecorator =>
  CheckedBy('isOneOf', (value) => checkOneOf(value, values));

export const IsUuidText = (): PropertyDecorator => CheckedBy('isUuidText', checkUuid);

const IsFlag = (): PropertyDecorator => CheckedBy('isFlag', checkFlag);

export const IsPlainObject = (): PropertyDecorator => CheckedBy('isPlainObject', checkObject);

export const IsPositiveInteger = (): PropertyDecorator =>
  CheckedBy('isPositiveInteger', (value) =>
    typeof value === 'string' && /^0*[1-9]\d*$/.test(value) ? null : 'must be a whole number from 1',
  );

/** Says how many names must be right: `one` for a filter, where the wrong ones beside it match nothing [rule 29]. None may be blank. */
type RightNames = 'every' | 'one';

/** Checks each name of a parameter that can be repeated: `status=open&status=new` means the same as `status=open,new`. */
const AreNames = (check: Check, right: RightNames): PropertyDecorator =>
  CheckedBy('areNames', (value) => {
    const names = namesOf(value as string | string[]);
    const problems = names.map(check);
    if (right === 'one' && problems.includes(null) && !names.includes('')) return null;
    return problems.find((problem) => problem !== null) ?? null;
  });

export const IsCalendarDay = (): PropertyDecorator =>
  CheckedBy('isCalendarDay', (value) =>
    typeof value === 'string' && isCalendarDay(value) ? null : 'must be a calendar day as YYYY-MM-DD',
  );

export const IsDateTime = (): PropertyDecorator => CheckedBy('isDateTime', checkDateTime);

const NESTED = Symbol('nested');

/** Checks a property that is an object of another class. Paths name the problems inside it. */
export const IsNested = <Dto extends object>(dto: () => Type<Dto>): PropertyDecorator =>
  applyDecorators(IsPlainObject(), ValidateNested(), Nested(dto), Reflect.metadata(NESTED, dto));

export function nestedDto(dto: Type<object>, property: string): Type<object> | undefined {
  const nested = Reflect.getMetadata(NESTED, dto.prototype as object, property) as
    (() => Type<object>) | undefined;
  return nested?.();
}

interface Description {
  readonly description?: string;
  readonly default?: string;
  readonly example?: unknown;
}

/** Describes and checks a property of a request that may be absent. */
const optional =
  (options: ApiPropertyOptions, check: PropertyDecorator) =>
  (description: string, example?: unknown): PropertyDecorator =>
    applyDecorators(Optional({ ...options, description, example }), check);

export const OptionalFlag = optional({}, IsFlag());
export const OptionalOrdinal = optional({ type: 'integer', minimum: 1 }, IsPositiveInteger());
export const OptionalEmail = optional({ format: 'idn-email' }, IsEmailAddress());
export const OptionalOneOf = (
  values: readonly string[],
  description: string,
  example: string,
): PropertyDecorator => optional({ enum: [...values] }, IsOneOf(values))(description, example);

/** Takes a query parameter with one of these values. The generator loses an `enum` outside of `schema`. */
export const OneOf = (values: readonly string[], description: Description = {}): PropertyDecorator =>
  applyDecorators(
    ApiPropertyOptional({ ...description, type: String, schema: { enum: [...values] } } as object),
    Optional(),
    IsOneOf(values),
  );

/** Takes a query parameter with one or several names, separated by commas or repeated. */
export const SeveralNames = (
  check: Check,
  description: Description,
  items: { readonly enum?: string[] } = {},
  right: RightNames = 'every',
): PropertyDecorator =>
  applyDecorators(
    ApiPropertyOptional({
      ...{ ...description, type: 'array', items: { type: 'string', ...items } },
      ...{ style: 'form', explode: false },
    } as object),
    Optional(),
    AreNames(check, right),
  );

/** Takes a query parameter with one or several of these values. */
export const SomeOf = (
  values: readonly string[],
  description: Description,
  check: Check = isAmong(values),
): PropertyDecorator => SeveralNames(check, description, { enum: [...values] });

/** Takes a filter by one or several of these values. Unknown values beside a known one match nothing. */
export const FilterOf = (values: readonly string[], description: Description): PropertyDecorator =>
  SeveralNames(isAmong(values), withOthers(description), { enum: [...values] }, 'one');

/** Describes how a filter treats names that do not exist. */
export const withOthers = ({ description = '', ...others }: Description): Description => ({
  description: `${description} Of several, one must exist; those that do not match nothing.`.trim(),
  ...others,
});

function isAmong(values: readonly string[]): Check {
  return (value) =>
    values.includes(value as string) ? null : `must be one or several of ${values.join(', ')}`;
}
