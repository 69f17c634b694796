import { Controller, Get, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Checked } from '../kernel/errors.js';
import { TestClockService } from '../moments/test-clock.service.js';
import type { Wire } from '../platform/http/answers/answer.dto.js';
import { CheckedBody } from '../platform/http/requests/checked-input.js';
import { AdminOperation } from './admin-operation.js';
import { toClockResponse, toWantedClock } from './clock.mapper.js';
import { ClockResponse, MoveClockDto } from './dto/clock.dto.js';

/** The test clock. Only the listener of a temporary desk has these routes [rule 31]. */
@ApiTags('Test clock')
@Controller('admin/v1/clock')
export class AdminClockController {
  constructor(private readonly clock: TestClockService) {}

  @Get()
  @AdminOperation({
    id: 'getClock',
    summary: 'Get the test clock',
    description:
      "Shows the desk's now. Only a desk that was started with `--ephemeral --json` has this route.",
    response: ClockResponse,
  })
  get(): Wire<ClockResponse> {
    return toClockResponse(this.clock);
  }

  @Put()
  @AdminOperation({
    id: 'moveClock',
    summary: 'Move the test clock',
    description:
      "Moves the desk's now forwards, for all workspaces. It answers when every follow-up and due date up to then has its event. The dates of rows stay " +
      'true. Only a desk that was started with `--ephemeral --json` has this route.',
    response: ClockResponse,
    hasBody: true,
  })
  async move(@CheckedBody(MoveClockDto) body: Checked<MoveClockDto>): Promise<Wire<ClockResponse>> {
    await this.clock.move(toWantedClock(body));
    return toClockResponse(this.clock);
  }
}
