import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Operation } from '../../platform/routes/operation.js';
import type { Wire } from '../../platform/http/answers/answer.dto.js';
import { wire } from '../../platform/http/answers/wire.js';
import { Tenant } from '../../platform/tenancy/tenant.decorator.js';
import type { TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { WorkspaceUrls } from '../../platform/tenancy/workspaces/workspace-urls.js';
import { FormDto, FormListResponse } from './dto/form.dto.js';
import { pathOfForm } from '../settings/form.rules.js';
import { FormsService } from '../settings/forms.service.js';

/** Web forms [spec 4.7]. */
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
    needs: 'forms:read',
    description: 'Returns all enabled forms, oldest first, with the addresses of their pages for customers.',
    response: FormListResponse,
  })
  async list(@Tenant() scope: TenantScope): Promise<Wire<FormListResponse>> {
    const { forms, knowledgeBaseName } = await this.forms.listPublished(scope);
    const shown = forms.map((form) =>
      wire(FormDto, { ...form, url: this.urls.of(scope, pathOfForm(form.slug)) }),
    );
    return { forms: shown, kb_details: { knowledge_base_name: knowledgeBaseName } };
  }
}
