import { Injectable } from '@nestjs/common';
import { DomainError, Problems, refuseIfAny, unavailable } from '../../kernel/errors.js';
import { isLockTimeout, isPassing } from '../../platform/database/postgres-errors.js';
import type { InnerScope, TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { UnitOfWork } from '../../platform/tenancy/unit-of-work.js';
import type { NamedTicket } from '../read/ticket.row.js';
import { TicketUpdaterService } from '../write/ticket-updater.service.js';
import { TicketWriterRepository } from '../write/ticket-writer.repository.js';
import { TicketWriterService } from '../write/ticket-writer.service.js';
import { ManyTicketsRepository } from './many-tickets.repository.js';
import {
  addRefusals,
  leadingUpdates,
  membersOf,
  needNumbers,
  refsOf,
  type OperationOutcome,
  type TicketOperation,
} from './many-tickets.rules.js';
import { inItsTime } from './operation-time.js';
import { TogetherUpdaterService } from './together-updater.service.js';

/** Does several operations in their order, each as its own route does [rule 32]. */
@Injectable()
export class ManyTicketsService {
  constructor(
    private readonly many: ManyTicketsRepository,
    private readonly tickets: TicketWriterRepository,
    private readonly writer: TicketWriterService,
    private readonly updater: TicketUpdaterService,
    private readonly together: TogetherUpdaterService,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * Does each operation whatever becomes of the others. When the database goes away, or the time is over, the rest is not begun; inside a
   * unit of work, nothing is kept then.
   * @throws unavailable, and what refuses no operation: when that is all that there is to tell, or inside a unit of work
   */
  async perform(
    scope: TenantScope | InnerScope,
    operations: readonly TicketOperation[],
  ): Promise<readonly OperationOutcome[]> {
    const isInside = 'transaction' in scope;
    if (isInside) await this.holdAll(scope, operations);
    const outcomes: OperationOutcome[] = [];
    while (outcomes.length < operations.length) {
      const done = await this.next(scope, operations.slice(outcomes.length));
      outcomes.push(...done);
      const [failure] = failuresIn(done);
      if (failure !== undefined && isInside) throw failure as Error;
      if (failure !== undefined && isPassing(failure))
        outcomes.push(...notBegun(operations.length - outcomes.length));
    }
    const [failure, ...others] = failuresIn(outcomes);
    if (failure !== undefined && others.length + 1 === outcomes.length) throw failure as Error;
    return outcomes;
  }

  /** Does all operations or none. @throws invalid_request with every problem of every operation, at its path in the request */
  async performAll(
    scope: TenantScope | InnerScope,
    operations: readonly TicketOperation[],
  ): Promise<readonly OperationOutcome[]> {
    return this.unitOfWork.run(scope, async (inner) => {
      const outcomes = await this.perform(inner, operations);
      const problems = new Problems();
      addRefusals(problems, operations, outcomes);
      refuseIfAny(problems);
      return outcomes;
    });
  }

  /** Locks everything that a unit of work of several operations needs, in the order of `TicketWriterService`. */
  private async holdAll(inner: InnerScope, operations: readonly TicketOperation[]): Promise<void> {
    await this.many.holdMembers(inner, membersOf(operations));
    if (needNumbers(operations)) await this.tickets.lockNumbers(inner);
    await this.many.lockOnly(inner, refsOf(operations));
  }

  /** Does the operation at the beginning, and updates after it that share its statements. */
  private async next(
    scope: TenantScope | InnerScope,
    operations: readonly TicketOperation[],
  ): Promise<readonly OperationOutcome[]> {
    const updates = leadingUpdates(operations);
    const first = operations.slice(0, Math.max(updates.length, 1));
    if (updates.length > 1)
      try {
        return await inItsTime(scope, (timed) => this.together.update(timed, updates));
      } catch (error) {
        if (isPassing(error) && !isLockTimeout((error as Error).cause)) return updates.map(() => ({ error }));
        // Somebody else has locked one of them or of their members, or it fails in a way that nobody expects. Alone, it takes no other with it.
      }
    const outcomes: OperationOutcome[] = [];
    for (const operation of first) {
      const outcome = await this.alone(scope, operation);
      outcomes.push(outcome);
      if ('error' in outcome && isPassing(outcome.error)) break;
    }
    return outcomes;
  }

  private async alone(
    scope: TenantScope | InnerScope,
    operation: TicketOperation,
  ): Promise<OperationOutcome> {
    try {
      return { ticket: await inItsTime(scope, (timed) => this.byItsRoute(timed, operation)) };
    } catch (error) {
      return { error };
    }
  }

  private byItsRoute(scope: TenantScope | InnerScope, operation: TicketOperation): Promise<NamedTicket> {
    if (operation.op === 'create') return this.writer.create(scope, operation.sent);
    const { reference, sent, precondition } = operation;
    return this.updater.update(scope, reference, sent, precondition);
  }
}

/** Finds the errors that refuse no operation, but are failures of the service. */
function failuresIn(outcomes: readonly OperationOutcome[]): unknown[] {
  return outcomes.flatMap((outcome) => {
    if (!('error' in outcome)) return [];
    const { error } = outcome;
    return !(error instanceof DomainError) || error.kind === 'unavailable' || error.kind === 'defect'
      ? [error]
      : [];
  });
}

function notBegun(count: number): OperationOutcome[] {
  const error = unavailable();
  return Array.from({ length: count }, () => ({ error }));
}
