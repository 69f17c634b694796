import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiProperty, ApiResponse, ApiTags } from '@nestjs/swagger';
import { ErrorDto } from '../http/error.dto.js';
import { CommonRefusals } from '../http/operation.js';
import { Public } from '../http/public.decorator.js';
import type { Wire } from '../http/wire.js';
import { Readiness } from './readiness.js';

class HealthResponse {
  @ApiProperty({ enum: ['ok'], example: 'ok' })
  status!: 'ok';
}

/** For whoever starts and watches the process; open to everybody, says nothing about any workspace. */
@ApiTags('Health')
@Public()
@Controller('health')
export class HealthController {
  constructor(private readonly readiness: Readiness) {}

  /** The process answers. */
  @Get('live')
  @ApiOperation({ operationId: 'getLiveness', summary: 'Whether the process runs', security: [] })
  @ApiResponse({ status: 200, description: 'It runs.', type: HealthResponse })
  @CommonRefusals()
  live(): Wire<HealthResponse> {
    return { status: 'ok' };
  }

  /** The database answers and is up to date, and the process is not about to end: requests can be served. */
  @Get('ready')
  @ApiOperation({ operationId: 'getReadiness', summary: 'Whether requests can be served', security: [] })
  @ApiResponse({ status: 200, description: 'They can.', type: HealthResponse })
  @CommonRefusals()
  @ApiResponse({
    status: 503,
    description:
      'They cannot: the database does not answer (`unavailable`) or lacks a migration (`database_outdated`), or the service is shutting down (`shutting_down`).',
    type: ErrorDto,
  })
  async ready(): Promise<Wire<HealthResponse>> {
    await this.readiness.check();
    return { status: 'ok' };
  }
}
