import { ApiPropertyOptional } from '@nestjs/swagger';
import { Checked, IsPositiveInteger, Optional } from '../../http/validators.js';
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '../../kernel/page.js';
import { FIELD_STATES, type FieldState } from '../field.kinds.js';
import { checkFieldState } from '../field.rules.js';

/** Which fields; without a page number and a page size all of them (specification 4.2, decisions section 3). */
export class ListFieldsQuery {
  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    description: 'Page to return. Without it and `page_size` everything is returned.',
    example: 1,
  })
  @Optional()
  @IsPositiveInteger()
  page_number?: string;

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    description: `Fields per page, ${DEFAULT_PAGE_SIZE} when only \`page_number\` is given; larger than ${MAX_PAGE_SIZE} is lowered to ${MAX_PAGE_SIZE}.`,
    example: DEFAULT_PAGE_SIZE,
  })
  @Optional()
  @IsPositiveInteger()
  page_size?: string;

  @ApiPropertyOptional({
    enum: FIELD_STATES,
    description: 'Fields of all states when absent.',
    example: 'active',
  })
  @Optional()
  @Checked('isFieldState', checkFieldState)
  state?: FieldState;
}
