import { applyDecorators } from '@nestjs/common';
import { Checked, Optional } from '../../../platform/http/requests/validators.js';
import { REQUEST_CHECKS, TICKET_CHECKS } from '../../rules/ticket-property.rules.js';

const CHECKS = { ...TICKET_CHECKS, ...REQUEST_CHECKS };

/** A property of a ticket that may be absent, checked as in a file. The rules name what is missing. */
export const TicketProperty = (name: keyof typeof CHECKS): PropertyDecorator =>
  applyDecorators(Optional(), Checked(name, CHECKS[name]));
