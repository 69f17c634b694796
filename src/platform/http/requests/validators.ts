import { applyDecorators, type Type } from '@nestjs/common';
import { Type as Nested } from 'class-transformer';
import { ValidateBy, ValidateIf, ValidateNested } from 'class-validator';
import {
  checkDateTime,
  checkEmail,
  checkLine,
  checkObject,
  checkOneOf,
  checkText,
  isCalendarDay,
  type Check,
  type TextLimits,
} from '../../../kernel/checks.js';
import { isUuid } from '../../../kernel/ids.js';
import { namesOf } from '../../../kernel/text.js';

/** Makes a property decorator of a check, which gives the message. */
export function Checked(name: string, check: Check): PropertyDecorator {
  return ValidateBy({
    name,
    validator: {
      validate: (value) => check(value) === null,
      defaultMessage: (args) => check(args?.value) ?? '',
    },
  });
}

/** The property may be absent. */
export const Optional = (): PropertyDecorator => ValidateIf((_dto, value) => value !== undefined);

export const IsText = (limits: TextLimits = {}): PropertyDecorator =>
  Checked('isText', (value) => checkText(value, limits));

export const IsLine = (limits: TextLimits = {}): PropertyDecorator =>
  Checked('isLine', (value) => checkLine(value, limits));

export const IsEmailAddress = (): PropertyDecorator => Checked('isEmailAddress', checkEmail);

export const IsOneOf = (values: readonly string[]): PropertyDecorator =>
  Checked('isOneOf', (value) => checkOneOf(value, values));

export const IsUuidText = (): PropertyDecorator =>
  Checked('isUuidText', (value) => (typeof value === 'string' && isUuid(value) ? null : 'must be a UUID'));

export const IsPlainObject = (): PropertyDecorator => Checked('isPlainObject', checkObject);

/** The property is a whole number from 1, as a text in a query string. */
export const IsPositiveInteger = (): PropertyDecorator =>
  Checked('isPositiveInteger', (value) =>
    typeof value === 'string' && /^0*[1-9]\d*$/.test(value) ? null : 'must be a whole number from 1',
  );

/** A parameter that can be repeated: `status=open&status=new` means the same as `status=open,new`. */
export const AreNames = (check: Check): PropertyDecorator =>
  Checked('areNames', (value) => {
    const problems = namesOf(value as string | string[]).map(check);
    return problems.find((problem) => problem !== null) ?? null;
  });

export const IsCalendarDay = (): PropertyDecorator =>
  Checked('isCalendarDay', (value) =>
    typeof value === 'string' && isCalendarDay(value) ? null : 'must be a calendar day as YYYY-MM-DD',
  );

/** The property is an ISO 8601 date-time with an offset. */
export const IsDateTime = (): PropertyDecorator => Checked('isDateTime', checkDateTime);

const NESTED = Symbol('nested');

/** The property is an object of another class. Problems inside it are named by their paths. */
export const IsNested = <Dto extends object>(dto: () => Type<Dto>): PropertyDecorator =>
  applyDecorators(IsPlainObject(), ValidateNested(), Nested(dto), Reflect.metadata(NESTED, dto));

/** The class that `IsNested` gives a property. */
export function nestedDto(dto: Type<object>, property: string): Type<object> | undefined {
  const nested = Reflect.getMetadata(NESTED, dto.prototype as object, property) as
    (() => Type<object>) | undefined;
  return nested?.();
}
