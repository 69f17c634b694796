import { ApiChoices } from '../../../platform/http/requests/choices.js';
import { AreNames, Optional } from '../../../platform/http/requests/validators.js';
import { namesOf } from '../../../kernel/text.js';
import { isAmong } from './ticket-property.js';

const INCLUDES = ['url', 'channel', 'participants', 'comments'] as const;

/** A part of a ticket that is shown only when a reader asks for it (extensions, section 11). */
export type Include = (typeof INCLUDES)[number];

export class GetTicketQuery {
  @ApiChoices(INCLUDES, { description: 'What the ticket has besides, separated by commas.' })
  @Optional()
  @AreNames(isAmong(INCLUDES))
  include?: string | string[];
}

/** Reads the names in a parameter whose shape is right. */
export function includesOf({ include }: GetTicketQuery): readonly Include[] {
  return include === undefined ? [] : (namesOf(include) as Include[]);
}
