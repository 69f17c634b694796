import { Controller, Delete, Get, Patch, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Conditions, RequestConditions } from '../platform/http/answers/conditions.js';
import { Representation } from '../platform/http/answers/representation.js';
import type { Wire } from '../platform/http/answers/wire.js';
import { PathParameter } from '../platform/http/requests/path-parameter.js';
import { DraftBody, DraftQuery } from '../platform/http/requests/draft.js';
import { toPageRequest } from '../platform/http/requests/page.query.js';
import { Operation } from '../platform/routes/operation.js';
import { mapDraft, type Draft } from '../kernel/problems.js';
import { Tenant } from '../platform/tenancy/tenant.decorator.js';
import type { TenantScope } from '../platform/tenancy/tenant-scope.js';
import { ListTeamMembersQuery } from './dto/list-team-members.query.js';
import { CreateTeamMembersDto, UpdateTeamMemberDto } from './dto/save-team-members.dto.js';
import { NewTeamMembersResponse, TeamMemberListResponse, TeamMemberResponse } from './dto/team-member.dto.js';
import { TeamMemberChangesService } from './team-member-changes.service.js';
import {
  toMemberChanges,
  toMemberQuery,
  toNewTeamMembersResponse,
  toTeamMemberListResponse,
  toTeamMemberResponse,
  toWantedMembers,
} from './team-member.mapper.js';
import { TeamMembersService } from './team-members.service.js';

const TeamMemberId = PathParameter('team_member_id', 'Id of the team member.');

/** The people who handle tickets (extensions, section 14). */
@ApiTags('Team members')
@Controller('api/external/v2/team-members')
export class TeamMembersController {
  constructor(
    private readonly members: TeamMembersService,
    private readonly changes: TeamMemberChangesService,
  ) {}

  @Get()
  @Operation({
    id: 'listTeamMembers',
    summary: 'List team members',
    scope: 'team_members:read',
    description: 'Lists active team members, the newest first. `state` asks for removed ones, too.',
    response: TeamMemberListResponse,
    refusals: [422],
  })
  async list(
    @Tenant() scope: TenantScope,
    @DraftQuery(ListTeamMembersQuery) query: Draft<ListTeamMembersQuery>,
  ): Promise<Wire<TeamMemberListResponse>> {
    const page = await this.members.page(scope, mapDraft(query, toMemberQuery), toPageRequest(query.value));
    return toTeamMemberListResponse(page);
  }

  @Get(':team_member_id')
  @Operation({
    id: 'getTeamMember',
    summary: 'Get one team member',
    scope: 'team_members:read',
    description: 'Returns an active or a removed team member.',
    response: TeamMemberResponse,
    resource: 'read',
  })
  async get(
    @Tenant() scope: TenantScope,
    @TeamMemberId id: string,
  ): Promise<Representation<Wire<TeamMemberResponse>>> {
    return new Representation(toTeamMemberResponse(await this.members.get(scope, id)));
  }

  @Post()
  @Operation({
    id: 'createTeamMembers',
    summary: 'Add team members',
    scope: 'team_members:write',
    description:
      'Adds a team member for each address, all of them or none. A removed one becomes active again and keeps what the request ' +
      'does not name.',
    response: NewTeamMembersResponse,
    status: 201,
    hasBody: true,
  })
  async create(
    @Tenant() scope: TenantScope,
    @DraftBody(CreateTeamMembersDto) body: Draft<CreateTeamMembersDto>,
  ): Promise<Wire<NewTeamMembersResponse>> {
    return toNewTeamMembersResponse(await this.changes.create(scope, mapDraft(body, toWantedMembers)));
  }

  @Patch(':team_member_id')
  @Operation({
    id: 'updateTeamMember',
    summary: 'Update a team member',
    scope: 'team_members:write',
    description: 'Changes the properties in the request; all others stay. A refused request changes nothing.',
    response: TeamMemberResponse,
    hasBody: true,
    resource: 'changed',
  })
  async update(
    @Tenant() scope: TenantScope,
    @TeamMemberId id: string,
    @DraftBody(UpdateTeamMemberDto) body: Draft<UpdateTeamMemberDto>,
    @RequestConditions() conditions: Conditions,
  ): Promise<Representation<Wire<TeamMemberResponse>>> {
    const changes = mapDraft(body, toMemberChanges);
    const member = await this.changes.update(scope, id, changes, conditions.on(toTeamMemberResponse));
    return new Representation(toTeamMemberResponse(member));
  }

  @Delete(':team_member_id')
  @Operation({
    id: 'removeTeamMember',
    summary: 'Remove a team member',
    scope: 'team_members:write',
    description:
      'Removes one team member. Its tickets become unassigned, unless they are closed, spam or trash. It can be removed again ' +
      'without an error.',
    status: 204,
    resource: 'deleted',
  })
  remove(
    @Tenant() scope: TenantScope,
    @TeamMemberId id: string,
    @RequestConditions() conditions: Conditions,
  ): Promise<void> {
    return this.members.removeOne(scope, id, conditions.on(toTeamMemberResponse));
  }
}
