import { setImmediate as nextTurn } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { AuditLogService } from '../../events/audit-log.service.js';
import { DomainError } from '../../kernel/errors.js';
import type { TeamMemberId } from '../../kernel/ids.js';
import { partsOf, together } from '../../kernel/objects.js';
import { Turns } from '../../kernel/steps.js';
import type { InnerScope, TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { UnitOfWork } from '../../platform/tenancy/unit-of-work.js';
import { NO_VOCABULARY } from '../../fields/known/known-vocabulary.js';
import { KnownVocabulariesService } from '../../fields/known/known-vocabularies.service.js';
import { TicketCounts } from '../counts/ticket-counts.js';
import { TicketMomentsService } from '../dates/ticket-moments.service.js';
import { TicketReaderService } from '../read/ticket-reader.service.js';
import type { NamedTicket, TicketRow } from '../read/ticket.row.js';
import { parseTicketRef, ticketNotFound } from '../rules/ticket-ref.rules.js';
import { namedEntries } from '../write/ticket-audit.rules.js';
import {
  datedChangeOf,
  entriesOf,
  TicketUpdaterService,
  type DecidedUpdate,
  type HeldMembers,
} from '../write/ticket-updater.service.js';
import { TicketWriterRepository, type LockedTicket } from '../write/ticket-writer.repository.js';
import { ManyTicketsRepository, type HeldMember } from './many-tickets.repository.js';
import { membersOf, refsOf, type OperationOutcome, type WantedUpdate } from './many-tickets.rules.js';

/** One statement writes at most this number of tickets. PostgreSQL writes them while the next ones are decided. */
const PART = 50;

type Decided = DecidedUpdate | { readonly error: DomainError };

/** A wanted update with its locked ticket, if there is one. */
interface FoundUpdate extends WantedUpdate {
  readonly current: LockedTicket | null;
}

/** Updates several tickets in one unit of work, by the statements of one: each update is decided as if it came alone [rule 32]. */
@Injectable()
export class TogetherUpdaterService {
  constructor(
    private readonly many: ManyTicketsRepository,
    private readonly tickets: TicketWriterRepository,
    private readonly updater: TicketUpdaterService,
    private readonly reader: TicketReaderService,
    private readonly vocabularies: KnownVocabulariesService,
    private readonly audit: AuditLogService,
    private readonly counts: TicketCounts,
    private readonly moments: TicketMomentsService,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * Does the first of the updates, up to one that names a ticket again. None of them may name a customer or new files: those need an order.
   * @returns what became of each, in their order; one outcome at least
   * @throws what undoes all of them, such as unavailable, also at once when somebody else has locked one of the tickets or members
   */
  async update(
    scope: TenantScope | InnerScope,
    wanted: readonly WantedUpdate[],
  ): Promise<readonly OperationOutcome[]> {
    const updates: WantedUpdate[] = [];
    const turns = new Turns();
    for (const update of wanted) {
      await turns.giveWay();
      updates.push({ ...update, sent: await this.updater.prepare(scope, update.sent) });
    }
    const written = await this.unitOfWork.run(scope, (inner) => this.updateLocked(inner, updates));
    return Promise.all(written.map((outcome) => this.shown(scope, outcome)));
  }

  /** Names what a written ticket shows. One that cannot be read again takes no other with it. */
  private async shown(scope: TenantScope, outcome: OperationOutcome): Promise<OperationOutcome> {
    if ('error' in outcome) return outcome;
    this.counts.noteWritten(scope);
    try {
      return { ticket: await this.reader.withNames(scope, outcome.ticket) };
    } catch (error) {
      return { error };
    }
  }

  private async updateLocked(
    inner: InnerScope,
    updates: readonly WantedUpdate[],
  ): Promise<readonly OperationOutcome[]> {
    const refs = refsOf(updates);
    const compared = refsOf(updates.filter(({ precondition }) => precondition !== null));
    const [members, locked, shown] = await Promise.all([
      this.many.holdFreeMembers(inner, membersOf(updates)),
      this.many.lock(inner, refs),
      this.many.rows(inner, compared),
    ]);
    const held = heldOf(members);
    const sent: Promise<OperationOutcome[]>[] = [];
    for (const part of partsOf(firstOfEach(updates, locked), PART)) {
      // The statements of the part before leave with the turn of the event loop.
      if (sent.length > 0) await nextTurn();
      const decided: Decided[] = [];
      for (const update of part) decided.push(await this.decide(inner, update, shown, held));
      const outcomes = this.write(inner, decided);
      outcomes.catch(() => undefined);
      sent.push(outcomes);
    }
    return (await this.unitOfWork.last(inner, () => Promise.all(sent))).flat();
  }

  /** Decides as the update of one ticket does, in the same order of refusals. */
  private async decide(
    inner: InnerScope,
    { current, sent, precondition }: FoundUpdate,
    shown: readonly TicketRow[],
    held: HeldMembers,
  ): Promise<Decided> {
    try {
      if (!current) throw ticketNotFound();
      await this.tickets.refuseMerged(inner, current);
      const row = shown.find(({ id }) => id === current.id);
      if (row) precondition?.(await this.named(inner, row));
      return await this.updater.decide(inner, current, sent, held);
    } catch (error) {
      if (error instanceof DomainError && error.kind !== 'unavailable') return { error };
      throw error;
    }
  }

  private async named(inner: InnerScope, row: TicketRow): Promise<NamedTicket> {
    const vocabulary = await this.vocabularies.of(inner, row.vocabularyVersion);
    return this.reader.withNames(inner, { row, vocabulary });
  }

  /** Sends the statements that write what was decided. @returns what became of each update, in their order */
  private async write(inner: InnerScope, decided: readonly Decided[]): Promise<OperationOutcome[]> {
    const accepted = decided.flatMap((one) => ('error' in one ? [] : [one]));
    const changed = accepted.flatMap(({ current, changes }) => (changes ? [{ current, changes }] : []));
    const vocabulary = accepted[0]?.vocabulary ?? NO_VOCABULARY;
    const ids = accepted.map(({ current: { id } }) => ({ id }));
    const { rows } = await together({
      tickets: this.many.change(inner, changed),
      entries: this.audit.recordBy(inner, ...namedEntries(vocabulary, accepted.flatMap(entriesOf))),
      moments: this.moments.keep(inner, vocabulary, ...changed.map(datedChangeOf)),
      rows: this.many.rows(inner, ids),
    });
    const written = new Map(rows.map((row) => [row.id, row]));
    return decided.map((one): OperationOutcome => {
      if ('error' in one) return one;
      const row = written.get(one.current.id);
      return row ? { ticket: { row, vocabulary: one.vocabulary } } : { error: ticketNotFound() };
    });
  }
}

function heldOf(members: readonly HeldMember[]): HeldMembers {
  const active = members.filter(({ isRemoved }) => !isRemoved);
  return {
    assignees: new Map(active.map(({ id, emailKey }): [string, TeamMemberId] => [emailKey, id])),
    areRemoved: new Map(members.map(({ id, isRemoved }) => [id, isRemoved])),
  };
}

/** Finds the tickets of the updates, and ends before the first one that is there already. */
function firstOfEach(updates: readonly WantedUpdate[], locked: readonly LockedTicket[]): FoundUpdate[] {
  const byName = new Map<string | number, LockedTicket>();
  for (const ticket of locked) byName.set(ticket.id, ticket).set(ticket.number, ticket);
  const found: FoundUpdate[] = [];
  const seen = new Set<string>();
  for (const update of updates) {
    const ref = parseTicketRef(update.reference);
    const current = (ref && byName.get('id' in ref ? ref.id.toLowerCase() : ref.number)) ?? null;
    if (current && seen.has(current.id)) break;
    if (current) seen.add(current.id);
    found.push({ ...update, current });
  }
  return found;
}
