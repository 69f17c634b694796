import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiExtraModels, ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Reply } from '../platform/http/answers/reply.js';
import type { Wire } from '../platform/http/answers/answer.dto.js';
import { Public } from '../platform/routes/access.js';
import { CommonRefusals } from '../platform/routes/described-refusals.js';
import { VERSION } from './version.js';
import { Text } from '../platform/http/answers/properties.js';

class ServiceResponse {
  @Text('Support Desk') name!: string;
  @Text('0.2.0', 'The version of the service.') version!: string;
  @Text('/docs', 'Path of the documentation for people.') documentation!: string;
  @Text('/openapi.json', 'Path of the OpenAPI document.') openapi!: string;
  @Text('/health/ready', 'Path of the answer to whether the service can answer requests.') health!: string;
}

const SERVICE: Wire<ServiceResponse> = {
  name: 'Support Desk',
  version: VERSION,
  documentation: '/docs',
  openapi: '/openapi.json',
  health: '/health/ready',
};

/** Answers a caller who knows only the address. It shows nothing of any workspace. */
@ApiTags('Health')
@ApiExtraModels(ServiceResponse)
@Public()
@Controller()
export class FrontDoorController {
  @Get()
  @ApiOperation({
    operationId: 'getService',
    summary: 'Get the name of the service and where its documentation is',
    description:
      'Names the service and its pages. A browser, which prefers HTML, is sent to the documentation instead.',
    security: [],
  })
  @ApiResponse({ status: 200, description: 'What answers here.', type: ServiceResponse })
  @ApiResponse({
    status: 302,
    description: 'The documentation for people.',
    headers: { Location: { schema: { type: 'string' } } },
  })
  @CommonRefusals()
  get(
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Wire<ServiceResponse> | Reply {
    response.vary('Accept');
    const wantsPage = request.accepts(['json', 'html']) === 'html';
    return wantsPage ? new Reply(302, { Location: SERVICE.documentation }, null) : SERVICE;
  }
}
