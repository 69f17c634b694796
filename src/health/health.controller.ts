import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiProperty, ApiResponse, ApiTags } from '@nestjs/swagger';
import { DataSource } from 'typeorm';
import { toDomainError } from '../database/postgres-errors.js';
import { ErrorDto } from '../http/error.dto.js';
import { Public } from '../http/public.decorator.js';
import type { Wire } from '../http/wire.js';

class HealthResponse {
  @ApiProperty({ enum: ['ok'], example: 'ok' })
  status!: 'ok';
}

/** For whoever starts and watches the process; open to everybody, says nothing about any workspace. */
@ApiTags('Health')
@Public()
@Controller('health')
export class HealthController {
  constructor(private readonly dataSource: DataSource) {}

  /** The process answers. */
  @Get('live')
  @ApiOperation({ operationId: 'getLiveness', summary: 'Whether the process runs', security: [] })
  @ApiResponse({ status: 200, description: 'It runs.', type: HealthResponse })
  @ApiResponse({ status: 431, description: 'The request headers are too large.', type: ErrorDto })
  live(): Wire<HealthResponse> {
    return { status: 'ok' };
  }

  /** The database answers too, so that requests can be served. */
  @Get('ready')
  @ApiOperation({ operationId: 'getReadiness', summary: 'Whether requests can be served', security: [] })
  @ApiResponse({ status: 200, description: 'The database answers.', type: HealthResponse })
  @ApiResponse({ status: 431, description: 'The request headers are too large.', type: ErrorDto })
  @ApiResponse({ status: 503, description: 'The database does not answer.', type: ErrorDto })
  async ready(): Promise<Wire<HealthResponse>> {
    try {
      await this.dataSource.query('SELECT 1');
      return { status: 'ok' };
    } catch (error) {
      throw toDomainError(error);
    }
  }
}
