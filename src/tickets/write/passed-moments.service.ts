import { Injectable } from '@nestjs/common';
import { AuditLogService } from '../../events/audit-log.service.js';
import { KnownVocabulariesService } from '../../fields/known/known-vocabularies.service.js';
import type { KnownVocabulary, Versioned } from '../../fields/known/known-vocabulary.js';
import { VOCABULARY_VERSION } from '../../fields/known/known-vocabulary.sql.js';
import type { TicketId } from '../../kernel/ids.js';
import type { PassedMoment } from '../../moments/moment.js';
import { tenantStatement } from '../../platform/tenancy/statement.js';
import { TenantDatabase } from '../../platform/tenancy/tenant-database.js';
import type { InnerScope } from '../../platform/tenancy/tenant-scope.js';
import { TenantRepository } from '../../platform/tenancy/tenant.repository.js';
import { UnitOfWork } from '../../platform/tenancy/unit-of-work.js';
import { TicketCounts } from '../counts/ticket-counts.js';
import { awaitedDate, type Dated } from '../dates/ticket-moments.rules.js';
import { TicketMomentsService } from '../dates/ticket-moments.service.js';
import { followedUp, type FollowUp, type LockedForMoments } from '../dates/passed-moments.rules.js';
import { eachTicket, inOrder, LOCK_TIMES, LOCKED } from '../read/named-tickets.sql.js';
import { namedEntries, ticketMomentPassed } from './ticket-audit.rules.js';

/** Locks the tickets $2, always in the same order. */
const LOCK_DATED = tenantStatement(
  'tickets.lock_dated',
  eachTicket(
    inOrder('$2::uuid[]'),
    `t.id, t.number, t.status_id AS "statusId", t.closed_at AS "closedAt", t.created_at AS "createdAt",
     t.assignee_id AS "assigneeId", t.group_id AS "groupId", t.follow_up_at AS "followUpAt",
     t.resolution_due_at AS "resolutionDueAt", t.merged_into_id AS "mergedIntoId", ${VOCABULARY_VERSION},
     (SELECT w.follow_up_opens FROM workspaces w WHERE w.id = $1) AS "followUpOpens", ${LOCK_TIMES}`,
    { lock: LOCKED },
  ),
);

/** Clears the follow-ups of the locked tickets $2. They get the statuses $3 and were updated at $4, pairwise. Each is looked up by itself. */
const FOLLOW_UP = tenantStatement(
  'tickets.follow_up',
  `UPDATE tickets t SET follow_up_at = NULL, status_id = passed.status_id, updated_at = passed.now
   FROM unnest($2::uuid[], $3::uuid[], $4::timestamptz[]) AS passed (id, status_id, now)
   CROSS JOIN LATERAL (
     SELECT found.ctid AS place FROM tickets found WHERE found.workspace_id = $1 AND found.id = passed.id LIMIT 1) AS found
   WHERE t.workspace_id = $1 AND t.ctid = found.place`,
);

type Locked = LockedForMoments & Versioned;

/** A moment that has passed, with its ticket and what it changes; null when it changes nothing. */
interface Told {
  readonly moment: PassedMoment;
  readonly ticket: Locked;
  readonly followUp: FollowUp | null;
}

/** Changes tickets whose moments have passed, and announces each moment [rule 31]. */
@Injectable()
export class PassedMomentsService extends TenantRepository {
  constructor(
    database: TenantDatabase,
    private readonly vocabularies: KnownVocabulariesService,
    private readonly audit: AuditLogService,
    private readonly counts: TicketCounts,
    private readonly moments: TicketMomentsService,
    private readonly unitOfWork: UnitOfWork,
  ) {
    super(database);
  }

  /** Locks tickets, takes their moments that have passed, and announces those that are still true. */
  async happen(
    inner: InnerScope,
    ids: readonly TicketId[],
    take: () => Promise<readonly PassedMoment[]>,
  ): Promise<void> {
    const tickets = await this.query<Locked>(inner, LOCK_DATED, [ids]);
    const passed = await take();
    const [first] = tickets;
    if (!first || passed.length === 0) return;
    const vocabulary = await this.vocabularies.of(inner, first.vocabularyVersion);
    const found = new Map(tickets.map((ticket) => [ticket.id, ticket]));
    const told = passed.flatMap((moment) => toldOf(moment, found.get(moment.ticketId), vocabulary));
    await this.followUp(inner, told);
    for (const entries of oneOfEachTicket(told))
      await this.audit.recordBy(
        inner,
        ...namedEntries(
          vocabulary,
          entries.flatMap(({ ticket, moment, followUp }) =>
            ticketMomentPassed(ticket, moment, followUp?.changes ?? {}),
          ),
        ),
      );
    await this.keepMoved(inner, passed, found, vocabulary);
  }

  private async followUp(inner: InnerScope, told: readonly Told[]): Promise<void> {
    const followUps = told.flatMap(({ followUp }) => followUp ?? []);
    if (followUps.length === 0) return;
    this.unitOfWork.afterwards(inner, () => {
      for (const { changes } of followUps) if (changes.statusId !== undefined) this.counts.noteWritten(inner);
    });
    await this.query(inner, FOLLOW_UP, [
      followUps.map(({ ticketId }) => ticketId),
      followUps.map(({ statusId }) => statusId),
      followUps.map(({ now }) => now),
    ]);
  }

  /** Keeps the dates of tickets that a process of another version has moved without their moments. */
  private async keepMoved(
    inner: InnerScope,
    passed: readonly PassedMoment[],
    tickets: ReadonlyMap<TicketId, Locked>,
    names: KnownVocabulary,
  ): Promise<void> {
    const moved = passed.flatMap((moment) => {
      const ticket = tickets.get(moment.ticketId);
      return ticket && !isTrue(moment, ticket, names)
        ? [{ before: null, after: ticket, isRecorded: true as const, now: ticket.time }]
        : [];
    });
    await this.moments.keep(inner, names, ...moved);
  }
}

const isTrue = ({ kind, at }: PassedMoment, ticket: Dated, names: KnownVocabulary): boolean =>
  awaitedDate(ticket, kind, names)?.getTime() === at.getTime();

function toldOf(moment: PassedMoment, ticket: Locked | undefined, names: KnownVocabulary): Told[] {
  if (!ticket || !isTrue(moment, ticket, names)) return [];
  return [{ moment, ticket, followUp: moment.kind === 'follow_up' ? followedUp(ticket, names) : null }];
}

/** Divides moments so that each part has one of a ticket: an entry of the trail is later than those that were there before its statement. */
function oneOfEachTicket(told: readonly Told[]): Told[][] {
  const [first, later]: [Told[], Told[]] = [[], []];
  for (const one of told) (first.some(({ ticket }) => ticket === one.ticket) ? later : first).push(one);
  return later.length === 0 ? [first] : [first, ...oneOfEachTicket(later)];
}
