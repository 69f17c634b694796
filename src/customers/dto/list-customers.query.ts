import { ApiPropertyOptional } from '@nestjs/swagger';
import { MAX_EMAIL_LENGTH } from '../../kernel/checks.js';
import { PageQuery } from '../../platform/http/requests/page.query.js';
import { IsEmailAddress, IsLine, IsUuidText, Optional } from '../../platform/http/requests/validators.js';

/** Which customers; all filters can be combined (extensions, section 13). */
export class ListCustomersQuery extends PageQuery {
  @ApiPropertyOptional({
    format: 'idn-email',
    description: 'Any address of the customer, compared without regard to case.',
    example: 'john@customer.example',
  })
  @Optional()
  @IsEmailAddress()
  email?: string;

  @ApiPropertyOptional({ format: 'uuid', description: 'Id of the company of the customers.' })
  @Optional()
  @IsUuidText()
  company_id?: string;

  @ApiPropertyOptional({
    maxLength: MAX_EMAIL_LENGTH,
    description: 'With what the first name, the last name or an address begins, in any case.',
    example: 'joh',
  })
  @Optional()
  @IsLine({ max: MAX_EMAIL_LENGTH, blank: 'refused' })
  q?: string;
}
