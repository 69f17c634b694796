import { applyDecorators } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import type { Check } from '../../../kernel/checks.js';
import { Checked, Optional } from '../../../platform/http/requests/validators.js';
import { REQUEST_CHECKS, TICKET_CHECKS } from '../../rules/ticket-property.rules.js';

const CHECKS = { ...TICKET_CHECKS, ...REQUEST_CHECKS };

/** Describes a property of a ticket, and checks it as in a file. It may be absent: the rules name what is missing. */
export const TicketProperty = (name: keyof typeof CHECKS, schema: ApiPropertyOptions): PropertyDecorator =>
  applyDecorators(
    ApiProperty({ required: false, ...schema } as ApiPropertyOptions),
    Optional(),
    Checked(name, CHECKS[name]),
  );

/** A text that `null` clears. */
export const CLEARABLE = { type: String, nullable: true } as const;

/** Checks each name of a parameter that takes one or several of `values`. */
export const isAmong =
  (values: readonly string[]): Check =>
  (value) =>
    values.some((known) => known === value) ? null : `must be one or several of ${values.join(', ')}`;
