import { Controller, Delete, Get, Patch, Post, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Conditions, RequestConditions } from '../platform/http/answers/conditions.js';
import { Representation, type Resource, type Wire } from '../platform/http/answers/answer.dto.js';
import { PathParameter, CheckedBody, CheckedQuery } from '../platform/http/requests/checked-input.js';
import { toPageRequest } from '../platform/http/requests/page.query.js';
import { AcceptsJsonGuard, notAcceptable } from '../platform/routes/accepts-json.guard.js';
import { Operation } from '../platform/routes/operation.js';
import { mapInput, type Checked } from '../kernel/errors.js';
import { Tenant } from '../platform/tenancy/tenant.decorator.js';
import type { TenantScope } from '../platform/tenancy/tenant-scope.js';
import {
  ListTeamMembersQuery,
  NewTeamMembersResponse,
  TeamMemberListResponse,
  TeamMemberResponse,
  CreateTeamMembersDto,
  RemovedTeamMembersResponse,
  RemoveTeamMembersDto,
  UpdateTeamMemberDto,
} from './dto/team-member.dto.js';
import { TeamMemberChangesService } from './team-member-changes.service.js';
import {
  toMemberChanges,
  toMemberQuery,
  toNewTeamMembersResponse,
  toRemovals,
  toRemovedResponse,
  toTeamMemberListResponse,
  toTeamMemberResponse,
  toWantedMembers,
} from './team-member.mapper.js';
import { TeamMembersService } from './team-members.service.js';

const TeamMemberId = PathParameter('team_member_id', 'Id of the team member.');

/** The people who handle tickets [rule 14]. */
@ApiTags('Team members')
@Controller('api/external')
export class TeamMembersController {
  constructor(
    private readonly members: TeamMembersService,
    private readonly changes: TeamMemberChangesService,
  ) {}

  @Get('v2/team-members')
  @Operation({
    id: 'listTeamMembers',
    summary: 'List team members',
    needs: 'team_members:read',
    description: 'Lists active team members, the newest first. `state` asks for removed ones, too.',
    response: TeamMemberListResponse,
    alsoAt: [
      {
        at: Get('v1/team_members'),
        id: 'listTeamMembersLegacy',
        summary: 'List team members (older version)',
        description: 'Lists team members as the current version does.',
        deprecated: true,
      },
    ],
  })
  async list(
    @Tenant() scope: TenantScope,
    @CheckedQuery(ListTeamMembersQuery) query: Checked<ListTeamMembersQuery>,
  ): Promise<Wire<TeamMemberListResponse>> {
    const page = await this.members.page(scope, mapInput(query, toMemberQuery), toPageRequest(query.value));
    return toTeamMemberListResponse(page);
  }

  @Get('v2/team-members/:team_member_id')
  @Operation({
    id: 'getTeamMember',
    summary: 'Get one team member',
    needs: 'team_members:read',
    description: 'Returns an active or a removed team member.',
    response: TeamMemberResponse,
    resource: 'read',
  })
  async get(@Tenant() scope: TenantScope, @TeamMemberId id: string): Promise<Resource<TeamMemberResponse>> {
    return new Representation(toTeamMemberResponse(await this.members.get(scope, id)));
  }

  @Post('v2/team-members')
  @Operation({
    id: 'createTeamMembers',
    summary: 'Add team members',
    needs: 'team_members:write',
    description:
      'Adds a team member for each address, all of them or none. A removed one becomes active again and keeps what the request ' +
      'does not name.',
    response: NewTeamMembersResponse,
    status: 201,
    hasBody: true,
    alsoAt: [
      {
        at: Post('v1/team_members'),
        id: 'createTeamMembersLegacy',
        summary: 'Add team members (older version)',
        description: 'Adds team members as the current version does.',
        deprecated: true,
      },
    ],
  })
  async create(
    @Tenant() scope: TenantScope,
    @CheckedBody(CreateTeamMembersDto) body: Checked<CreateTeamMembersDto>,
  ): Promise<Wire<NewTeamMembersResponse>> {
    return toNewTeamMembersResponse(await this.changes.create(scope, mapInput(body, toWantedMembers)));
  }

  @Patch('v2/team-members/:team_member_id')
  @Operation({
    id: 'updateTeamMember',
    summary: 'Update a team member',
    needs: 'team_members:write',
    description: 'Changes the properties in the request; all others stay. A refused request changes nothing.',
    response: TeamMemberResponse,
    hasBody: true,
    resource: 'changed',
  })
  async update(
    @Tenant() scope: TenantScope,
    @TeamMemberId id: string,
    @CheckedBody(UpdateTeamMemberDto) body: Checked<UpdateTeamMemberDto>,
    @RequestConditions() conditions: Conditions,
  ): Promise<Resource<TeamMemberResponse>> {
    const changes = mapInput(body, toMemberChanges);
    const member = await this.changes.update(scope, id, changes, conditions.on(toTeamMemberResponse));
    return new Representation(toTeamMemberResponse(member));
  }

  @Delete('v2/team-members/:team_member_id')
  @Operation({
    id: 'removeTeamMember',
    summary: 'Remove a team member',
    needs: 'team_members:write',
    description:
      'Removes one team member. Its tickets become unassigned, unless they are closed, spam or trash. It can be removed again ' +
      'without an error.',
    status: 204,
    resource: 'deleted',
    alsoAt: [
      {
        at: Delete('v1/team_members/:team_member_id'),
        id: 'removeTeamMemberLegacy',
        summary: 'Remove a team member (older version)',
        description: 'Removes one team member as the current version does, whatever `Accept` says.',
        deprecated: true,
      },
    ],
  })
  remove(
    @Tenant() scope: TenantScope,
    @TeamMemberId id: string,
    @RequestConditions() conditions: Conditions,
  ): Promise<void> {
    return this.members.removeOne(scope, id, conditions.on(toTeamMemberResponse));
  }

  @Delete('v2/team_members')
  @Operation({
    id: 'removeTeamMembers',
    summary: 'Remove team members',
    needs: 'team_members:write',
    description:
      'Removes the team members of these addresses. Tickets of a removed member become unassigned, unless they are closed, ' +
      'spam or trash. When an address is unknown, no member is removed. A member can be removed again without an error.',
    response: RemovedTeamMembersResponse,
    hasBody: true,
    alsoAt: [
      {
        at: Delete('v1/team_members'),
        id: 'removeTeamMembersLegacy',
        summary: 'Remove team members (older version)',
        description: 'Needs `Accept: application/json`.',
        refusals: [notAcceptable],
        besides: [UseGuards(AcceptsJsonGuard)],
        deprecated: true,
      },
    ],
  })
  async removeAll(
    @Tenant() scope: TenantScope,
    @CheckedBody(RemoveTeamMembersDto) body: Checked<RemoveTeamMembersDto>,
  ): Promise<Wire<RemovedTeamMembersResponse>> {
    return toRemovedResponse(await this.members.remove(scope, mapInput(body, toRemovals)));
  }
}
