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
import { checkDescription } from './description.rules.js';
import { checkAddresses } from './participants.rules.js';
import { PRIORITIES, type TicketChanges, type TicketPriority } from './ticket.changes.js';
import { MAX_CHANNEL_LENGTH, MAX_SENT_TAGS, MAX_SUBJECT_LENGTH } from './ticket.limits.js';

const text: Check = (value) => checkText(value);
const shortText: Check = (value) => checkText(value, { max: 255, blank: 'refused' });

const orNull =
  (check: Check): Check =>
  (value) =>
    value === null ? null : check(value);

/**
 * The shape of each property of a ticket, whether it comes in a request or in a file. In what can be cleared, `null` clears;
 * in what only an import has, it means the same as leaving the property out.
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
  // Each tag is checked by `readTags`, at its own path.
  tags: (value) => checkList(value, { max: MAX_SENT_TAGS, of: 'strings' }),
  created_at: checkDateTime,
  updated_at: checkDateTime,
  closed_at: orNull(checkDateTime),
  resolution_due_date: orNull(checkDateTime),
  external_id: orNull(shortText),
  source: orNull(shortText),
} as const satisfies Readonly<Record<string, Check>>;

const uuid: Check = (value) => (typeof value === 'string' && isUuid(value) ? null : 'must be a UUID');

/** The same for what only a request has (extensions, section 11). */
export const REQUEST_CHECKS = {
  agent_id: orNull(uuid),
  group_id: orNull(uuid),
  channel: (value) => checkLine(value, { max: MAX_CHANNEL_LENGTH, blank: 'refused' }),
  // Each address is checked by `readParticipants`, at its own path.
  to: checkAddresses,
  cc: checkAddresses,
  skip_notifications: checkFlag,
  // Each signed id is checked where it is used, at its own path.
  attachments: (value) => checkList(value, { max: MAX_ATTACHMENTS, of: 'strings' }),
} as const satisfies Readonly<Record<string, Check>>;

/** A new ticket of an import needs these. */
export const REQUIRED_PROPERTIES = ['email', 'subject'] as const;
/** A new ticket of a client needs these (extensions, section 11). */
export const REQUIRED_OF_CLIENTS = ['email', 'subject', 'description'] as const;

/** The properties that change a ticket, as a request or a line of a file sends them, in the right shape. */
export interface SentChanges {
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

/** What the sent properties change. Absent and undefined are the same. */
export function changesOf(sent: SentChanges): TicketChanges {
  const due = sent.resolution_due_date;
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
    resolutionDueAt: typeof due === 'string' ? new Date(due) : due,
    isSilent: sent.skip_notifications,
    attachments: sent.attachments,
  });
}

/** UUIDs may be written in either case. */
function idOf(sent: string | null | undefined): string | null | undefined {
  return typeof sent === 'string' ? sent.toLowerCase() : sent;
}
