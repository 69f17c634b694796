import { ApiPropertyOptional } from '@nestjs/swagger';
import { ApiChoice } from '../../platform/http/requests/choices.js';
import { Checked, IsPositiveInteger, Optional } from '../../platform/http/requests/validators.js';
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '../../kernel/page.js';
import { FIELD_STATES, type FieldState } from '../field.kinds.js';
import { checkFieldState } from '../field.rules.js';

/** Selects fields: without page number and page size, all of them (specification 4.2, decisions section 3). */
export class ListFieldsQuery {
  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    description: 'The page to return. Without `page_number` and `page_size`, all fields are returned.',
    example: 1,
  })
  @Optional()
  @IsPositiveInteger()
  page_number?: string;

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    description: 'Another name of `page_number`, which counts when both are there.',
  })
  @Optional()
  @IsPositiveInteger()
  page?: string;

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    description: `Fields per page: ${DEFAULT_PAGE_SIZE} when only \`page_number\` is given, at most ${MAX_PAGE_SIZE}. A larger number is lowered to ${MAX_PAGE_SIZE}.`,
    example: DEFAULT_PAGE_SIZE,
  })
  @Optional()
  @IsPositiveInteger()
  page_size?: string;

  @ApiChoice(FIELD_STATES, {
    description: 'State of the fields to return. When absent, fields of all states are returned.',
    example: 'active',
  })
  @Optional()
  @Checked('isFieldState', checkFieldState)
  state?: FieldState;
}
