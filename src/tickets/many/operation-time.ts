import { outcomeUnknown, unavailable, type DomainError } from '../../kernel/errors.js';
import type { Deadline } from '../../kernel/time/deadline.js';
import type { InnerScope, TenantScope } from '../../platform/tenancy/tenant-scope.js';

/** In this time, the request can still be answered with what became of its other operations. */
const TO_ANSWER_MS = 300;

/** The time of one operation. It ends before that of the request, which would be refused as a whole. */
class OperationTime implements Deadline {
  private isOver = false;
  private isKeeping = false;

  constructor(private readonly ofRequest: Deadline) {}

  get remainingMs(): number {
    // The timer may fire a little early, and what it has said of the operation stays.
    return this.isOver ? 0 : this.ofRequest.remainingMs - TO_ANSWER_MS;
  }

  beginKeeping(): void {
    this.isKeeping = true;
    this.ofRequest.beginKeeping();
  }

  /** Ends the time: nothing is kept any more, unless COMMIT was sent before. @returns the error that says so */
  end(): DomainError {
    this.isOver = true;
    return this.isKeeping ? outcomeUnknown() : unavailable();
  }
}

/**
 * Does an operation, and waits for it no longer than its time. Inside a unit of work, which is kept whole or not at all, it has the time of
 * the request. @throws unavailable when it was too late to be kept; outcome_unknown when PostgreSQL has not answered its COMMIT
 */
export async function inItsTime<Result>(
  scope: TenantScope | InnerScope,
  work: (timed: TenantScope | InnerScope) => Promise<Result>,
): Promise<Result> {
  if ('transaction' in scope || !Number.isFinite(scope.deadline.remainingMs)) return work(scope);
  const time = new OperationTime(scope.deadline);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(time.end());
    }, time.remainingMs);
  });
  try {
    return await Promise.race([work(Object.freeze({ ...scope, deadline: time })), late]);
  } finally {
    clearTimeout(timer);
  }
}
