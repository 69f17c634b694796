import { definedOnly } from '../../kernel/objects.js';
import { Problems, type Draft, type FieldProblem } from '../../kernel/problems.js';
import { readParticipants, type SentParticipants } from '../rules/participants.rules.js';
import { changesOf, type SentChanges } from '../rules/ticket-property.rules.js';
import type { TicketEntry } from './ticket-content.rules.js';

/** What a request or a line of a file says of a ticket, in the right shape: what an update can say, and what only a new ticket has. */
export interface SentTicket extends SentChanges {
  readonly name?: string | null;
  readonly created_at?: string;
  readonly updated_at?: string;
  readonly closed_at?: string | null;
  readonly external_id?: string | null;
  readonly source?: string | null;
}

/** The same with what only a request has. */
export type RaisedTicket = SentTicket & SentParticipants & { readonly channel?: string };

/** A ticket of a file. `null` means the same as leaving a property out, unless it clears. */
export function entryOf(sent: SentTicket): TicketEntry {
  return {
    changes: changesOf(sent),
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

/** A ticket that a client raises (extensions, section 11). */
export function raisedEntryOf({ value, problems: already }: Draft<RaisedTicket>): Draft<TicketEntry> {
  const problems = new Problems();
  const participants = readParticipants(value, problems);
  const entry = entryOf({ ...value, priority: value.priority ?? 'medium' });
  const isSilent = entry.changes.isSilent === true || entry.createdAt !== undefined;
  return {
    value: {
      ...entry,
      changes: { ...entry.changes, isSilent },
      ...definedOnly({ channel: value.channel }),
      ...(participants.length > 0 && { participants }),
    },
    problems: [...already, ...problems.list, ...halfOfKey(value, already)],
  };
}

/** A problem when only one half of the external key is there. */
function halfOfKey(sent: RaisedTicket, already: readonly FieldProblem[]): FieldProblem[] {
  const [missing, ...others] = (['external_id', 'source'] as const).filter(
    (name) => (sent[name] ?? null) === null,
  );
  if (missing === undefined || others.length > 0 || already.some(({ path }) => path === missing)) return [];
  return [{ path: missing, message: 'is needed: external_id and source go together' }];
}

function instantOf(sent: string | null | undefined): Date | undefined {
  return typeof sent === 'string' ? new Date(sent) : undefined;
}
