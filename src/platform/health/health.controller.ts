import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiProperty, ApiResponse, ApiTags } from '@nestjs/swagger';
import { Public } from '../routes/access.js';
import { ApiErrorDto } from '../http/answers/error.dto.js';
import { CommonRefusals } from '../routes/described-refusals.js';
import type { Wire } from '../http/answers/answer.dto.js';
import { StorageCheck, type StorageState } from '../storage/storage-check.js';
import { Readiness } from './readiness.js';

class HealthResponse {
  @ApiProperty({ enum: ['ok'], example: 'ok' }) status!: 'ok';
}

class ReadinessResponse extends HealthResponse {
  @ApiProperty({
    enum: ['ok', 'unavailable'],
    example: 'ok',
    description:
      'Whether files can be stored and read. Everything else works without that, so it takes no process out of service.',
  })
  storage!: StorageState;
}

/** For programs that start and watch the process. Needs no key and shows nothing of any workspace. */
@ApiTags('Health')
@Public()
@Controller('health')
export class HealthController {
  constructor(
    private readonly readiness: Readiness,
    private readonly storage: StorageCheck,
  ) {}

  @Get('live')
  @ApiOperation({ operationId: 'getLiveness', summary: 'Check that the process runs', security: [] })
  @ApiResponse({ status: 200, description: 'The process runs.', type: HealthResponse })
  @CommonRefusals()
  live(): Wire<HealthResponse> {
    return { status: 'ok' };
  }

  /**
   * Answers 200 when the database answers and has all migrations, and the process is not shutting down. All processes share one storage
   * of files: if its absence made them unready, a load balancer would take all of them away.
   */
  @Get('ready')
  @ApiOperation({
    operationId: 'getReadiness',
    summary: 'Check that the service can answer requests',
    security: [],
  })
  @ApiResponse({ status: 200, description: 'The service can answer requests.', type: ReadinessResponse })
  @CommonRefusals()
  @ApiResponse({
    status: 503,
    description:
      'The service cannot answer requests: the database does not answer (`unavailable`), a migration is missing (`database_outdated`), or the service is shutting down (`shutting_down`).',
    type: ApiErrorDto,
  })
  async ready(): Promise<Wire<ReadinessResponse>> {
    await this.readiness.check();
    return { status: 'ok', storage: await this.storage.state() };
  }
}
