import { Injectable, Logger } from '@nestjs/common';
import { traceOf } from '../../kernel/errors.js';

/** Names what failed: the workspace, and the ids of the event, piece or row. */
type About = Readonly<Record<string, unknown>>;

/**
 * Notes the events, pieces and rows of background work that failed by themselves, so that they do not block the others: the log
 * names each, and a metric counts them by the code in the log.
 */
@Injectable()
export class FailedWork {
  private readonly logger = new Logger('Work');
  private readonly counts = new Map<string, number>();

  note(code: string, about: About, error: unknown): void {
    this.counts.set(code, (this.counts.get(code) ?? 0) + 1);
    this.logger.error({ code, ...about, error: traceOf(error) });
  }

  /** Counts what failed in this process since its start, by its code. */
  get counted(): ReadonlyMap<string, number> {
    return this.counts;
  }
}
