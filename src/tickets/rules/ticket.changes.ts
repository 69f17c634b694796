import { definedOnly } from '../../kernel/objects.js';
import { Problems, type Checked } from '../../kernel/errors.js';
import { readParticipants, type Participant } from './participants.rules.js';
import type { SentTicket, TicketChanges } from './properties/sent-ticket.js';
import { ALL_PROPERTIES } from './properties/ticket-properties.js';

/** Names a ticket as another system does. Both together are unique in the workspace. */
export interface ExternalKey {
  readonly externalId: string;
  readonly source: string | null;
}

/** Describes a ticket in the words of a client or a file. Absent means not named. */
export interface TicketEntry {
  readonly changes: TicketChanges;
  /** Counts only when the customer has to be created. */
  readonly customerName?: string;
  readonly externalId: string | null;
  readonly source: string | null;
  readonly createdAt?: Date;
  readonly updatedAt?: Date;
  readonly closedAt?: Date;
  readonly channel?: string;
  readonly participants?: readonly Participant[];
  /** The Message-ID of the mail that raises the ticket. */
  readonly messageId?: string;
}

const CHANGES = ALL_PROPERTIES.flatMap(({ name, change, read }) =>
  change === undefined ? [] : [{ name: name as keyof SentTicket, change, read }],
);

/** Reads the changes of a ticket. An undefined property is absent. */
export function readChanges(sent: SentTicket): TicketChanges {
  const changes: Record<string, unknown> = {};
  for (const { name, change, read } of CHANGES) {
    const value = sent[name];
    if (value === undefined) continue;
    changes[change] = value === null || read === undefined ? value : read(value as never);
  }
  return changes;
}

/** Reads a ticket of a file. `null` means the same as leaving a property out, unless it clears. */
export function readEntry(sent: SentTicket): TicketEntry {
  return {
    changes: readChanges(sent),
    externalId: sent.external_id ?? null,
    source: sent.source ?? null,
    ...definedOnly({
      customerName: sent.name ?? undefined,
      createdAt: instantOf(sent.created_at),
      updatedAt: instantOf(sent.updated_at),
      closedAt: instantOf(sent.closed_at),
    }),
  };
}

/** Reads a ticket that a client raises [rule 11]. */
export function readRaisedTicket({ value, problems: already }: Checked<SentTicket>): Checked<TicketEntry> {
  const problems = new Problems(already);
  const participants = readParticipants(value, problems);
  const entry = readEntry({ ...value, priority: value.priority ?? 'medium' });
  const isSilent = entry.changes.isSilent === true || entry.createdAt !== undefined;
  refuseHalfOfKey(entry, problems);
  return {
    value: {
      ...entry,
      changes: { ...entry.changes, isSilent },
      ...definedOnly({ channel: value.channel }),
      ...(participants.length > 0 && { participants }),
    },
    problems: problems.passedOn,
  };
}

function refuseHalfOfKey({ externalId, source }: TicketEntry, problems: Problems): void {
  if ((externalId === null) === (source === null)) return;
  const missing = externalId === null ? 'external_id' : 'source';
  if (!problems.has(missing)) problems.add(missing, 'is needed: external_id and source go together');
}

function instantOf(sent: string | null | undefined): Date | undefined {
  return typeof sent === 'string' ? new Date(sent) : undefined;
}
