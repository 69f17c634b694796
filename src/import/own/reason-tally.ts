import type { RejectedLine } from './ticket-import.service.js';

/** How many different reasons are counted. */
const MAX_REASONS = 1_000;

/** A reason why lines are refused: for how many, and the first of them. */
export interface TalliedReason {
  readonly reason: string;
  count: number;
  readonly line: number;
}

/** Counts why lines are refused. */
export class ReasonTally {
  private readonly reasons = new Map<string, TalliedReason>();

  add({ line, problems }: RejectedLine): void {
    for (const { path, message } of problems) {
      const reason = `${path.replace(/\[\d+\]/g, '[]')} ${message}`;
      const known = this.reasons.get(reason);
      if (known) known.count += 1;
      else if (this.reasons.size < MAX_REASONS) this.reasons.set(reason, { reason, count: 1, line });
    }
  }

  get list(): readonly TalliedReason[] {
    return [...this.reasons.values()].sort((one, other) => other.count - one.count);
  }
}
