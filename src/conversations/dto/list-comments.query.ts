import { ApiChoice, ApiChoices } from '../../platform/http/requests/choices.js';
import { PageQuery } from '../../platform/http/requests/page.query.js';
import { AreNames, IsOneOf, Optional } from '../../platform/http/requests/validators.js';
import { checkOneOf } from '../../kernel/checks.js';
import { AUTHOR_TYPES, COMMENT_TYPES } from '../comment.rules.js';

export const ELEMENT_TYPES = ['description', ...COMMENT_TYPES] as const;

export class ListCommentsQuery extends PageQuery {
  @ApiChoice(['asc', 'desc'], { default: 'asc', description: 'In the order added, or the newest first.' })
  @Optional()
  @IsOneOf(['asc', 'desc'])
  order?: 'asc' | 'desc';

  @ApiChoices(ELEMENT_TYPES, {
    description: 'One or several, separated by commas.',
    example: ['reply', 'note'],
  })
  @Optional()
  @AreNames((value) => checkOneOf(value, ELEMENT_TYPES))
  comment_type?: string | string[];

  @ApiChoices(AUTHOR_TYPES, { description: 'One or both, separated by commas.', example: ['customer'] })
  @Optional()
  @AreNames((value) => checkOneOf(value, AUTHOR_TYPES))
  author_type?: string | string[];
}
