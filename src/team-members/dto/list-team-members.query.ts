import { ApiPropertyOptional } from '@nestjs/swagger';
import { ApiChoice, ApiChoices } from '../../platform/http/requests/choices.js';
import { PageQuery } from '../../platform/http/requests/page.query.js';
import { Checked, IsEmailAddress, IsOneOf, Optional } from '../../platform/http/requests/validators.js';
import { checkStates, MEMBER_SORTS, MEMBER_STATES, type MemberSort } from '../team-member-query.rules.js';

/** Which members, in which order (extensions, section 14). */
export class ListTeamMembersQuery extends PageQuery {
  @ApiChoices(MEMBER_STATES, {
    description: 'One or both states, separated by commas. When absent, only active members are returned.',
    example: ['active', 'inactive'],
  })
  @Optional()
  @Checked('areStates', checkStates)
  state?: string | string[];

  @ApiPropertyOptional({
    format: 'idn-email',
    description: 'The address of the member, compared without regard to case.',
    example: 'eve@acme.example',
  })
  @Optional()
  @IsEmailAddress()
  email?: string;

  @ApiChoice(MEMBER_SORTS, { default: 'created_at' })
  @Optional()
  @IsOneOf(MEMBER_SORTS)
  sort?: MemberSort;

  @ApiChoice(['asc', 'desc'], { default: 'desc', description: 'Ties are broken by id.' })
  @Optional()
  @IsOneOf(['asc', 'desc'])
  order?: 'asc' | 'desc';
}
