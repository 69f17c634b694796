import { Controller, Delete, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { DraftBody } from '../platform/http/requests/draft.js';
import { AcceptsJsonGuard } from '../platform/routes/accepts-json.guard.js';
import { Operation } from '../platform/routes/operation.js';
import type { Wire } from '../platform/http/answers/wire.js';
import { mapDraft, type Draft } from '../kernel/problems.js';
import { Tenant } from '../platform/tenancy/tenant.decorator.js';
import type { TenantScope } from '../platform/tenancy/tenant-scope.js';
import { RemovedTeamMembersResponse, RemoveTeamMembersDto } from './dto/remove-team-members.dto.js';
import { toRemovals, toRemovedResponse } from './team-member.mapper.js';
import { TeamMembersService } from './team-members.service.js';

/** Removal by addresses in the current version, which replaces the older one of specification 4.8. */
@ApiTags('Team members')
@Controller('api/external/v2/team_members')
export class TeamMemberRemovalsController {
  constructor(private readonly members: TeamMembersService) {}

  @Delete()
  @Operation({
    id: 'removeTeamMembers',
    summary: 'Remove team members',
    scope: 'team_members:write',
    description:
      'Removes the team members of these addresses. Tickets of a removed member become unassigned, unless they are closed, ' +
      'spam or trash. When an address is unknown, no member is removed. A member can be removed again without an error.',
    response: RemovedTeamMembersResponse,
    hasBody: true,
  })
  async remove(
    @Tenant() scope: TenantScope,
    @DraftBody(RemoveTeamMembersDto) body: Draft<RemoveTeamMembersDto>,
  ): Promise<Wire<RemovedTeamMembersResponse>> {
    return toRemovedResponse(await this.members.remove(scope, mapDraft(body, toRemovals)));
  }
}

/** Removal by addresses in the older version (specification 4.8). */
@ApiTags('Legacy')
@Controller('api/external/v1/team_members')
@UseGuards(AcceptsJsonGuard)
export class LegacyTeamMembersController {
  constructor(private readonly members: TeamMembersService) {}

  @Delete()
  @Operation({
    id: 'removeTeamMembersLegacy',
    summary: 'Remove team members (older version)',
    scope: 'team_members:write',
    description: 'Needs `Accept: application/json`.',
    response: RemovedTeamMembersResponse,
    hasBody: true,
    refusals: [406],
    deprecated: true,
  })
  async remove(
    @Tenant() scope: TenantScope,
    @DraftBody(RemoveTeamMembersDto) body: Draft<RemoveTeamMembersDto>,
  ): Promise<Wire<RemovedTeamMembersResponse>> {
    return toRemovedResponse(await this.members.remove(scope, mapDraft(body, toRemovals)));
  }
}
