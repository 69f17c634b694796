import { applyDecorators, type Type } from '@nestjs/common';
import { ValidateBy, ValidateIf, ValidateNested, isEmail } from 'class-validator';
import { checkDateTime, checkText, isCalendarDay, type Check, type TextLimits } from '../kernel/checks.js';
import { isUuid } from '../kernel/ids.js';

/** A property decorator from a check; the check's words are the message. */
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

/** The property may be absent or `null`. */
export const OptionalOrNull = (): PropertyDecorator =>
  ValidateIf((_dto, value) => value !== undefined && value !== null);

/** The longest address of which mail can be sent (RFC 5321, section 4.5.3.1.3, without its brackets). */
export const MAX_EMAIL_LENGTH = 254;

/** Why a value is not an e-mail address, or null. */
export function checkEmail(value: unknown): string | null {
  return checkText(value, { max: MAX_EMAIL_LENGTH }) ?? (isEmail(value) ? null : 'must be an e-mail address');
}

export const IsText = (limits: TextLimits = {}): PropertyDecorator =>
  Checked('isText', (value) => checkText(value, limits));

export const IsEmailAddress = (): PropertyDecorator => Checked('isEmailAddress', checkEmail);

export const IsOneOf = (values: readonly string[]): PropertyDecorator =>
  Checked('isOneOf', (value) =>
    typeof value === 'string' && values.includes(value) ? null : `must be one of ${values.join(', ')}`,
  );

export const IsUuidText = (): PropertyDecorator =>
  Checked('isUuidText', (value) => (typeof value === 'string' && isUuid(value) ? null : 'must be a UUID'));

/** A property that holds an array of texts. Each element is judged by the rules, at its own path. */
export const IsTextArray = (limits: TextLimits & { readonly maxItems?: number } = {}): PropertyDecorator =>
  Checked('isTextArray', (value) => {
    if (!Array.isArray(value)) return 'must be an array of strings';
    if (limits.maxItems !== undefined && value.length > limits.maxItems)
      return `must have at most ${limits.maxItems} items`;
    return null;
  });

export const IsPlainObject = (): PropertyDecorator =>
  Checked('isPlainObject', (value) =>
    typeof value === 'object' && value !== null && !Array.isArray(value) ? null : 'must be an object',
  );

/** A whole number from 1, as it stands in a query string. */
export const IsPositiveInteger = (): PropertyDecorator =>
  Checked('isPositiveInteger', (value) =>
    typeof value === 'string' && /^0*[1-9]\d*$/.test(value) ? null : 'must be a whole number from 1',
  );

export const IsDateTime = (): PropertyDecorator => Checked('isDateTime', checkDateTime);

export const IsCalendarDay = (): PropertyDecorator =>
  Checked('isCalendarDay', (value) =>
    typeof value === 'string' && isCalendarDay(value) ? null : 'must be a calendar day as YYYY-MM-DD',
  );

const NESTED = Symbol('nested');

/** A property that holds an object of its own shape; what is wrong inside is named by its path. */
export const IsNested = <Dto extends object>(dto: () => Type<Dto>): PropertyDecorator =>
  applyDecorators(IsPlainObject(), ValidateNested(), Reflect.metadata(NESTED, dto));

/** The class of a property that `IsNested` marks. */
export function nestedDto(dto: Type<object>, property: string): Type<object> | undefined {
  const nested = Reflect.getMetadata(NESTED, dto.prototype as object, property) as
    (() => Type<object>) | undefined;
  return nested?.();
}
