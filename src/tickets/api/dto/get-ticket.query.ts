import { ApiChoices } from '../../../platform/http/requests/choices.js';
import { Checked, Optional } from '../../../platform/http/requests/validators.js';
import { namesOf } from '../../../kernel/text.js';
import { INCLUDES } from '../../read/ticket-includes.rules.js';

const isInclude = (name: string): boolean => INCLUDES.some((known) => known === name);

/** What a reader of one ticket wants besides its documented shape (extensions, section 11). */
export class GetTicketQuery {
  @ApiChoices(INCLUDES, { description: 'What the ticket has besides, separated by commas.' })
  @Optional()
  @Checked('areIncludes', (value) =>
    namesOf(value as string | string[]).every(isInclude)
      ? null
      : `must be one or several of ${INCLUDES.join(', ')}`,
  )
  include?: string | string[];
}
