import {
  checkDateTime,
  checkEmail,
  checkFlag,
  checkLine,
  checkList,
  checkObject,
  checkOneOf,
  checkText,
  type Check,
} from '../../kernel/checks.js';
import { MAX_ATTACHMENTS } from '../../attachments/attachment.limits.js';
import { isUuid, type GroupId, type TeamMemberId } from '../../kernel/ids.js';
import { definedOnly } from '../../kernel/objects.js';
import { Problems, type Draft } from '../../kernel/problems.js';
import { checkDescription } from './description.rules.js';
import { checkAddresses, readParticipants, type SentParticipants } from './participants.rules.js';
import { PRIORITIES, type TicketChanges, type TicketEntry, type TicketPriority } from './ticket.changes.js';

/** The limits of a ticket (decisions, section 4). */
export const MAX_SUBJECT_LENGTH = 255;
export const MAX_CHANNEL_LENGTH = 50;
/** Tags that one request or line may send, before duplicates are folded. */
export const MAX_SENT_TAGS = 1_000;

const text: Check = (value) => checkText(value);
const shortText: Check = (value) => checkText(value, { max: 255, blank: 'refused' });

const orNull =
  (check: Check): Check =>
  (value) =>
    value === null ? null : check(value);

/**
 * Checks the shape of each property of a ticket in a request or a file. `null` clears what can be cleared; for a property of a new
 * ticket it means the same as leaving it out.
 */
export const TICKET_CHECKS = {
  email: checkEmail,
  name: orNull((value) => checkLine(value, { max: 255 })),
  subject: (value) => checkLine(value, { max: MAX_SUBJECT_LENGTH, blank: 'refused' }),
  description: checkDescription,
  ticket_fields: checkObject,
  status: text,
  priority: (value) => checkOneOf(value, PRIORITIES),
  category: text,
  sub_category_one: orNull(text),
  sub_category_two: orNull(text),
  group: orNull(text),
  assignee_email: orNull(checkEmail),
  // `readTags` checks each tag.
  tags: (value) => checkList(value, { max: MAX_SENT_TAGS, of: 'strings' }),
  created_at: checkDateTime,
  updated_at: checkDateTime,
  closed_at: orNull(checkDateTime),
  resolution_due_date: orNull(checkDateTime),
  external_id: orNull(shortText),
  source: orNull(shortText),
} as const satisfies Readonly<Record<string, Check>>;

const uuid: Check = (value) => (typeof value === 'string' && isUuid(value) ? null : 'must be a UUID');

/** The checks of properties that only a request has (extensions, section 11). */
export const REQUEST_CHECKS = {
  agent_id: orNull(uuid),
  group_id: orNull(uuid),
  channel: (value) => checkLine(value, { max: MAX_CHANNEL_LENGTH, blank: 'refused' }),
  to: checkAddresses,
  cc: checkAddresses,
  skip_notifications: checkFlag,
  attachments: (value) => checkList(value, { max: MAX_ATTACHMENTS, of: 'strings' }),
} as const satisfies Readonly<Record<string, Check>>;

/** A new ticket of an import needs these. */
export const REQUIRED_PROPERTIES = ['email', 'subject'] as const;
/** A new ticket of a client needs these (extensions, section 11). */
export const REQUIRED_OF_CLIENTS = ['email', 'subject', 'description'] as const;

/** The properties that change a ticket, as a request or a file sends them, in the right shape. */
interface SentChanges {
  readonly email?: string;
  readonly subject?: string;
  readonly description?: string;
  readonly ticket_fields?: Readonly<Record<string, unknown>>;
  readonly status?: string;
  readonly priority?: TicketPriority;
  readonly category?: string;
  readonly sub_category_one?: string | null;
  readonly sub_category_two?: string | null;
  readonly group?: string | null;
  readonly group_id?: string | null;
  readonly assignee_email?: string | null;
  readonly agent_id?: string | null;
  readonly tags?: readonly unknown[];
  readonly resolution_due_date?: string | null;
  readonly skip_notifications?: boolean;
  readonly attachments?: readonly unknown[];
}

/** A new ticket as a file sends it. */
interface SentTicket extends SentChanges {
  readonly name?: string | null;
  readonly created_at?: string;
  readonly updated_at?: string;
  readonly closed_at?: string | null;
  readonly external_id?: string | null;
  readonly source?: string | null;
}

type SentByClient = SentTicket & SentParticipants & { readonly channel?: string };

/** Reads the changes of a ticket. Absent and undefined are the same. */
export function changesOf(sent: SentChanges): TicketChanges {
  return definedOnly({
    email: sent.email,
    subject: sent.subject,
    description: sent.description,
    fieldValues: sent.ticket_fields,
    status: sent.status,
    priority: sent.priority,
    category: sent.category,
    subCategoryOne: sent.sub_category_one,
    subCategoryTwo: sent.sub_category_two,
    group: sent.group,
    groupId: idOf(sent.group_id) as GroupId | null | undefined,
    assigneeEmail: sent.assignee_email,
    assigneeId: idOf(sent.agent_id) as TeamMemberId | null | undefined,
    tags: sent.tags,
    resolutionDueAt: sent.resolution_due_date === null ? null : instantOf(sent.resolution_due_date),
    isSilent: sent.skip_notifications,
    attachments: sent.attachments,
  });
}

/** Reads a ticket of a file. `null` means the same as leaving a property out, unless it clears. */
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

/** Reads a ticket that a client raises (extensions, section 11). */
export function raisedEntryOf({ value, problems: already }: Draft<SentByClient>): Draft<TicketEntry> {
  const problems = new Problems(already);
  const participants = readParticipants(value, problems);
  const entry = entryOf({ ...value, priority: value.priority ?? 'medium' });
  const isSilent = entry.changes.isSilent === true || entry.createdAt !== undefined;
  refuseHalfOfKey(entry, problems);
  return {
    value: {
      ...entry,
      changes: { ...entry.changes, isSilent },
      ...definedOnly({ channel: value.channel }),
      ...(participants.length > 0 && { participants }),
    },
    problems: problems.list,
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

/** UUIDs may be written in either case. */
function idOf(sent: string | null | undefined): string | null | undefined {
  return typeof sent === 'string' ? sent.toLowerCase() : sent;
}
