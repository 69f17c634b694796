import { ApiProperty } from '@nestjs/swagger';
import { Checked, MAX_EMAIL_LENGTH } from '../../http/validators.js';
import { checkRemovals, MAX_REMOVALS } from '../team-member.rules.js';

/** Who is to be removed (specification 4.8); each address is judged by the rules, at its own path. */
export class RemoveTeamMembersDto {
  @ApiProperty({
    type: 'array',
    minItems: 1,
    maxItems: MAX_REMOVALS,
    items: { type: 'string', format: 'email', maxLength: MAX_EMAIL_LENGTH },
    description: 'Addresses of present or removed team members, compared without case.',
    example: ['oliver@acme.example'],
  })
  @Checked('isRemovalList', checkRemovals)
  emails!: unknown[];
}

export class RemovedTeamMembersResponse {
  @ApiProperty({ description: 'How many were removed.', example: '1 team member was removed.' })
  message!: string;
}
