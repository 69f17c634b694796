import { ApiPropertyOptional } from '@nestjs/swagger';
import { ApiChoice, ApiChoices } from '../../platform/http/requests/choices.js';
import { PageQuery } from '../../platform/http/requests/page.query.js';
import { AreNames, IsEmailAddress, IsOneOf, Optional } from '../../platform/http/requests/validators.js';
import { MEMBER_SORTS, MEMBER_STATES, type MemberSort } from '../team-member.rules.js';

const STATES: readonly string[] = MEMBER_STATES;

export class ListTeamMembersQuery extends PageQuery {
  @ApiChoices(MEMBER_STATES, {
    description: 'One or both states, separated by commas. When absent, only active members are returned.',
    example: ['active', 'inactive'],
  })
  @Optional()
  @AreNames((state) =>
    STATES.includes(state as string) ? null : `must be one or several of ${STATES.join(', ')}`,
  )
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
