import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Operation } from '../platform/routes/operation.js';
import type { Wire } from '../platform/http/answers/answer.dto.js';
import { Tenant } from '../platform/tenancy/tenant.decorator.js';
import type { TenantScope } from '../platform/tenancy/tenant-scope.js';
import { toApiKeyDto } from './api-key.mapper.js';
import { ApiKeyService } from './api-key.service.js';
import { ApiKeyResponse } from './dto/api-key.dto.js';
import { RequestLimits } from './request-limits.js';

@ApiTags('API keys')
@Controller('api/external/v2/api-keys')
export class ApiKeysController {
  constructor(
    private readonly keys: ApiKeyService,
    private readonly limits: RequestLimits,
  ) {}

  @Get('current')
  @Operation({
    id: 'getCurrentApiKey',
    summary: 'Get the key of this request',
    needs: 'any key',
    description: 'Shows what the key may do, how often, and until when. The key itself is not shown.',
    response: ApiKeyResponse,
  })
  async current(@Tenant() scope: TenantScope): Promise<Wire<ApiKeyResponse>> {
    const key = await this.keys.current(scope);
    return { api_key: toApiKeyDto(key, this.limits.limitOf(key)) };
  }
}
