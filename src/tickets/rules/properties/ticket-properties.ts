import { MAX_ATTACHMENTS } from '../../../attachments/attachment.limits.js';
import {
  address,
  dateTime,
  flag,
  groupId,
  html,
  instant,
  line,
  lineOrNothing,
  listOfTexts,
  maybeClean,
  memberId,
  orNull,
  participants,
  priority,
  shortText,
  text,
  uuid,
  values,
} from './property-checks.js';
import type { PropertyFacts } from './property-facts.js';
import type { StoredTicket } from './stored-ticket.js';

/** The limits of a ticket [rule 4]. */
export const MAX_SUBJECT_LENGTH = 255;
export const MAX_CHANNEL_LENGTH = 50;
/** Tags that one request or line may send, before duplicates are folded. */
export const MAX_SENT_TAGS = 1_000;

/** The audit trail, the export and all answers have the property. */
const EVERYWHERE = { isAudited: true, isExported: true, isShown: true } as const;
const SHOWN = { isExported: true, isShown: true } as const;

/**
 * The properties of a ticket by their names in requests, files and the audit trail. All other lists of properties derive from this table.
 * Its order is that of the columns of an export.
 */
export const TICKET_PROPERTIES = {
  id: { column: { key: 'id', type: 'uuid', isFixed: true }, isShown: true },
  number: { column: { key: 'number', type: 'integer', isFixed: true }, isShown: true },
  email: { check: address, change: 'email', column: { key: 'customerId', type: 'uuid' }, ...EVERYWHERE },
  name: { check: orNull(lineOrNothing), isLine: true, isExported: true },
  subject: {
    check: line(MAX_SUBJECT_LENGTH),
    isLine: true,
    change: 'subject',
    column: { key: 'subject', type: 'text', initial: '' },
    ...EVERYWHERE,
    erased: 'Erased',
  },
  description: {
    check: html,
    change: 'description',
    read: maybeClean,
    column: { key: 'description', type: 'text', initial: '', isWeighed: true },
    ...EVERYWHERE,
    erased: '',
  },
  ticket_fields: {
    check: values,
    change: 'fieldValues',
    column: { key: 'fieldValues', type: 'jsonb', initial: {}, isWeighed: true },
    ...EVERYWHERE,
    erased: '{}',
  },
  status: { check: text, change: 'status', column: { key: 'statusId', type: 'uuid' }, ...EVERYWHERE },
  priority: { check: priority, change: 'priority', column: { key: 'priority', type: 'text' }, ...EVERYWHERE },
  category: { check: text, change: 'category', column: { key: 'categoryId', type: 'uuid' }, ...EVERYWHERE },
  sub_category_one: {
    check: orNull(text),
    change: 'subCategoryOne',
    column: { key: 'subCategoryOneId', type: 'uuid' },
    ...EVERYWHERE,
  },
  sub_category_two: {
    check: orNull(text),
    change: 'subCategoryTwo',
    column: { key: 'subCategoryTwoId', type: 'uuid' },
    ...EVERYWHERE,
  },
  group: { check: orNull(text), change: 'group', column: { key: 'groupId', type: 'uuid' }, ...EVERYWHERE },
  group_id: { check: orNull(uuid), isOfRequests: true, change: 'groupId', read: groupId },
  assignee_email: {
    check: orNull(address),
    change: 'assigneeEmail',
    column: { key: 'assigneeId', type: 'uuid' },
    ...EVERYWHERE,
  },
  agent_id: { check: orNull(uuid), isOfRequests: true, change: 'assigneeId', read: memberId },
  // `readTags` checks each tag.
  tags: {
    check: listOfTexts(MAX_SENT_TAGS),
    isLine: true,
    change: 'tags',
    column: { key: 'tags', type: 'text[]', initial: [] },
    ...EVERYWHERE,
    erased: '{}',
  },
  add_tags: { check: listOfTexts(MAX_SENT_TAGS), isOfRequests: true, change: 'addedTags' },
  remove_tags: { check: listOfTexts(MAX_SENT_TAGS), isOfRequests: true, change: 'removedTags' },
  created_at: { check: dateTime, column: { key: 'createdAt', type: 'timestamptz' }, ...SHOWN },
  updated_at: { check: dateTime, column: { key: 'updatedAt', type: 'timestamptz' }, ...SHOWN },
  closed_at: { check: orNull(dateTime), column: { key: 'closedAt', type: 'timestamptz' }, isExported: true },
  resolution_due_date: {
    check: orNull(dateTime),
    change: 'resolutionDueAt',
    read: instant,
    column: { key: 'resolutionDueAt', type: 'timestamptz' },
    ...EVERYWHERE,
    erased: null,
  },
  follow_up_at: {
    check: orNull(dateTime),
    change: 'followUpAt',
    read: instant,
    column: { key: 'followUpAt', type: 'timestamptz' },
    isAudited: true,
    isExported: true,
    isShownOnRequest: true,
    includedAs: 'follow_up',
    erased: null,
  },
  external_id: {
    check: orNull(shortText),
    column: { key: 'externalId', type: 'text', isFixed: true },
    ...EVERYWHERE,
    isFilter: true,
    erased: null,
  },
  source: {
    check: orNull(shortText),
    column: { key: 'source', type: 'text', isFixed: true },
    ...EVERYWHERE,
    isFilter: true,
    erased: null,
  },
  channel: {
    check: line(MAX_CHANNEL_LENGTH),
    isOfRequests: true,
    column: { key: 'channel', type: 'text', isFixed: true },
    isShownOnRequest: true,
    isFilter: true,
  },
  to: { check: participants, isOfRequests: true },
  cc: { check: participants, isOfRequests: true },
  participants: {
    column: { key: 'participants', type: 'jsonb', isFixed: true, shownForNull: `'[]'` },
    isShownOnRequest: true,
    erased: null,
  },
  message_id: { column: { key: 'messageId', type: 'text', isFixed: true }, erased: null },
  skip_notifications: { check: flag, isOfRequests: true, change: 'isSilent' },
  attachments: { check: listOfTexts(MAX_ATTACHMENTS), isOfRequests: true, change: 'attachments' },
} as const satisfies Readonly<Record<string, PropertyFacts>>;

type Table = typeof TICKET_PROPERTIES;

type Forgotten = Exclude<
  keyof StoredTicket,
  Extract<Table[keyof Table], { column: unknown }>['column']['key']
>;

interface NamedProperty extends PropertyFacts {
  readonly name: keyof Table;
}

/** The properties with their names, in the order of the table. The compiler refuses a table that forgets a column. */
export const ALL_PROPERTIES: [Forgotten] extends [never] ? readonly NamedProperty[] : Forgotten =
  Object.entries<PropertyFacts>(TICKET_PROPERTIES).map(([name, facts]) => ({
    name: name as keyof Table,
    ...facts,
  }));
