import { Problems, type Checked } from '../kernel/errors.js';
import { readDuration } from '../moments/advance.rules.js';
import type { TestClockService, WantedClock } from '../moments/test-clock.service.js';
import type { Wire } from '../platform/http/answers/answer.dto.js';
import type { ClockResponse, MoveClockDto } from './dto/clock.dto.js';

/** Reads a step of the test clock. A step by a duration together with a time, and one without both, is a problem. */
export function toWantedClock({ value, problems: already }: Checked<MoveClockDto>): Checked<WantedClock> {
  const { advance, now } = value;
  const problems = new Problems(already);
  const areBoth = advance !== undefined && now !== undefined;
  if (areBoth || (advance === undefined && now === undefined && !problems.any))
    problems.add('advance', 'is needed, or now, and not both');
  return {
    value: {
      advanceMs: advance === undefined ? undefined : (readDuration(advance) ?? undefined),
      now: now === undefined || areBoth ? undefined : new Date(now),
    },
    problems: problems.passedOn,
  };
}

export function toClockResponse({ now, aheadMs }: TestClockService): Wire<ClockResponse> {
  return { clock: { now: now.toISOString(), seconds_ahead: Math.floor(aheadMs / 1_000) } };
}
