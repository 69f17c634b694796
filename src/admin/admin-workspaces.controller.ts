import { Body, Controller, Delete, Get, Post, Put, Query } from '@nestjs/common';
import { ApiBody, ApiQuery, ApiTags } from '@nestjs/swagger';
import { mapInput, type Checked } from '../kernel/errors.js';
import type { Wire } from '../platform/http/answers/answer.dto.js';
import type { Reply } from '../platform/http/answers/reply.js';
import { CheckedQuery, PathParameter } from '../platform/http/requests/checked-input.js';
import { PageQuery, toPageRequest } from '../platform/http/requests/page.query.js';
import { workspaceNotFound } from '../workspaces/workspace.errors.js';
import { Caller, type AdminCaller } from './admin-caller.js';
import { AdminOperation } from './admin-operation.js';
import { toAppliedReply, toWorkspaceDto, toWorkspaceListResponse } from './admin.mapper.js';
import { notConfirmed } from './admin.errors.js';
import { AdminService } from './admin.service.js';
import { ApplyQuery, toDryRun } from './dto/apply.query.js';
import {
  AdminWorkspaceListResponse,
  AdminWorkspaceResponse,
  AppliedWorkspaceResponse,
} from './dto/workspace.dto.js';
import { MANIFEST } from './manifest-document.js';

const Subdomain = PathParameter('subdomain', 'Subdomain of the workspace.');

/** Workspaces of the installation, for programs that make them [rule 25]. */
@ApiTags('Workspaces')
@Controller('admin/v1/workspaces')
export class AdminWorkspacesController {
  constructor(private readonly admin: AdminService) {}

  @Get()
  @AdminOperation({
    id: 'listWorkspaces',
    summary: 'List workspaces',
    description: 'Lists all workspaces by their subdomains.',
    response: AdminWorkspaceListResponse,
  })
  async list(@CheckedQuery(PageQuery) query: Checked<PageQuery>): Promise<Wire<AdminWorkspaceListResponse>> {
    return toWorkspaceListResponse(await this.admin.list(mapInput(query, toPageRequest)));
  }

  @Get(':subdomain')
  @AdminOperation({
    id: 'getWorkspace',
    summary: 'Get the manifest of a workspace',
    description:
      'Returns the manifest that changes nothing when it is put again: without secrets, customers and removed members.',
    schema: MANIFEST,
    refusals: [workspaceNotFound],
  })
  get(@Subdomain subdomain: string): Promise<object> {
    return this.admin.manifest(subdomain);
  }

  @Put(':subdomain')
  @AdminOperation({
    id: 'putWorkspace',
    summary: 'Make or change a workspace',
    description:
      'The body is a manifest as `desk workspace apply` takes it, in JSON. What it does not name stays as it is. It is applied completely or not at ' +
      'all, and can be sent again. `field_errors` names every problem by its path.',
    response: AppliedWorkspaceResponse,
    madeStatus: 201,
    hasBody: true,
  })
  @ApiBody({ schema: MANIFEST })
  async put(
    @Caller() caller: AdminCaller,
    @Subdomain subdomain: string,
    @CheckedQuery(ApplyQuery) query: Checked<ApplyQuery>,
    @Body() body: unknown,
  ): Promise<Reply> {
    const isDryRun = mapInput(query, toDryRun);
    return toAppliedReply(await this.admin.apply(caller, subdomain, body, isDryRun), isDryRun.value);
  }

  @Post(':subdomain/suspend')
  @AdminOperation({
    id: 'suspendWorkspace',
    summary: 'Suspend a workspace',
    description:
      'Within a second its keys are refused with 403 `workspace_suspended`, and its mail, webhooks and jobs wait. Its data stays.',
    response: AdminWorkspaceResponse,
    refusals: [workspaceNotFound],
  })
  async suspend(
    @Caller() caller: AdminCaller,
    @Subdomain subdomain: string,
  ): Promise<Wire<AdminWorkspaceResponse>> {
    return { workspace: toWorkspaceDto(await this.admin.suspend(caller, subdomain, true)) };
  }

  @Post(':subdomain/resume')
  @AdminOperation({
    id: 'resumeWorkspace',
    summary: 'Resume a workspace',
    description: 'Within a second a suspended workspace goes on where it was.',
    response: AdminWorkspaceResponse,
    refusals: [workspaceNotFound],
  })
  async resume(
    @Caller() caller: AdminCaller,
    @Subdomain subdomain: string,
  ): Promise<Wire<AdminWorkspaceResponse>> {
    return { workspace: toWorkspaceDto(await this.admin.suspend(caller, subdomain, false)) };
  }

  @Delete(':subdomain')
  @AdminOperation({
    id: 'deleteWorkspace',
    summary: 'Delete a workspace',
    description:
      'Deletes a workspace with all its data in the background; this cannot be undone. Its subdomain is free at once, and within a second its keys ' +
      'open nothing. A process that is killed goes on when it starts again.',
    response: AdminWorkspaceResponse,
    status: 202,
    refusals: [workspaceNotFound, notConfirmed],
  })
  @ApiQuery({
    name: 'confirm',
    type: String,
    required: true,
    description: 'The subdomain once more.',
    example: 'globex',
  })
  async delete(
    @Caller() caller: AdminCaller,
    @Subdomain subdomain: string,
    @Query('confirm') confirmed: unknown,
  ): Promise<Wire<AdminWorkspaceResponse>> {
    return { workspace: toWorkspaceDto(await this.admin.delete(caller, subdomain, confirmed)) };
  }
}
