import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Operation } from '../platform/routes/operation.js';
import type { Wire } from '../platform/http/answers/wire.js';
import { Tenant } from '../platform/tenancy/tenant.decorator.js';
import type { TenantScope } from '../platform/tenancy/tenant-scope.js';
import { WorkspaceUrls } from '../platform/tenancy/workspaces/workspace-urls.js';
import { FormListResponse } from './dto/form.dto.js';
import { toFormListResponse } from './form.mapper.js';
import { FormsService } from './forms.service.js';

/** Web forms (specification 4.7). */
@ApiTags('Forms')
@Controller('api/external/v2/forms')
export class FormsController {
  constructor(
    private readonly forms: FormsService,
    private readonly urls: WorkspaceUrls,
  ) {}

  @Get()
  @Operation({
    id: 'listForms',
    summary: 'List enabled web forms',
    scope: 'forms:read',
    description: 'Returns all enabled forms, oldest first, with the addresses of their pages for customers.',
    response: FormListResponse,
  })
  async list(@Tenant() scope: TenantScope): Promise<Wire<FormListResponse>> {
    return toFormListResponse(await this.forms.listPublished(scope), (path) => this.urls.of(scope, path));
  }
}
