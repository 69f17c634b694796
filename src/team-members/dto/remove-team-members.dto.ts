import { ApiProperty } from '@nestjs/swagger';
import { MAX_EMAIL_LENGTH } from '../../kernel/checks.js';
import { Checked } from '../../platform/http/requests/validators.js';
import { checkAddresses, MAX_NAMED } from '../team-member.rules.js';

/** The members to remove (specification 4.8). The rules check each address, at its own path. */
export class RemoveTeamMembersDto {
  @ApiProperty({
    type: 'array',
    minItems: 1,
    maxItems: MAX_NAMED,
    items: { type: 'string', format: 'idn-email', maxLength: MAX_EMAIL_LENGTH },
    description: 'Addresses of present or removed team members, compared without regard to case.',
    example: ['kim@acme.example'],
  })
  @Checked('isRemovalList', checkAddresses)
  emails!: unknown[];
}

export class RemovedTeamMembersResponse {
  @ApiProperty({ description: 'How many were removed.', example: '1 team member was removed.' })
  message!: string;
}
