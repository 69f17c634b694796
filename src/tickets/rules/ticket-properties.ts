import { MAX_ATTACHMENTS } from '../../attachments/attachment.limits.js';
import {
  checkDateTime,
  checkEmail,
  checkFlag,
  checkLine,
  checkList,
  checkObject,
  checkOneOf,
  checkText,
} from '../../kernel/checks.js';
import { isUuid, type GroupId, type TeamMemberId } from '../../kernel/ids.js';
import { checkDescription, type CleanDescription } from './description.rules.js';
import { checkParticipants } from './participants.rules.js';
import type { Ticket } from '../entities/ticket.entity.js';

export type MergedTicket = Readonly<Pick<Ticket, 'mergedIntoId'>>;

/** Holds the row of a ticket, without the columns that only comments or merging change, and the count that statements keep. */
export type StoredTicket = Readonly<
  Omit<
    Ticket,
    | 'workspaceId'
    | 'commentCount'
    | 'firstRespondedAt'
    | 'firstReplyAt'
    | 'reopenedCount'
    | 'statusBeforeMergeId'
    | keyof MergedTicket
  >
>;

/** The ticket gets its number when its row is written. */
export type NewTicket = Omit<StoredTicket, 'number'>;

/** The rules decide these parts of a ticket: all but its customer, who may have to be created first. */
export type TicketState = Omit<NewTicket, 'id' | 'customerId' | 'externalId' | 'source' | 'updatedAt'>;

/** The limits of a ticket [rule 4]. */
export const MAX_SUBJECT_LENGTH = 255;
export const MAX_CHANNEL_LENGTH = 50;
/** Tags that one request or line may send, before duplicates are folded. */
export const MAX_SENT_TAGS = 1_000;

export type TicketPriority = NonNullable<StoredTicket['priority']>;

export const PRIORITIES = ['low', 'medium', 'high', 'urgent'] as const satisfies readonly TicketPriority[];

/** A check that knows the type of the values that it accepts. Only the compiler reads `accepted`; nothing sets it. */
interface CheckFor<Value> {
  (value: unknown): string | null;
  readonly accepted?: Value;
}

/** The column that keeps a property. Its name is `key` in snake_case. */
export interface ColumnFacts {
  /** The name of the value in our rows. */
  readonly key: keyof StoredTicket;
  readonly type: 'uuid' | 'text' | 'text[]' | 'jsonb' | 'integer' | 'timestamptz';
  /** Set when a stored ticket never changes the value. */
  readonly isFixed?: true;
  /** The value of a new ticket for which nobody sends one. Without it: null. */
  readonly initial?: unknown;
  /** Set when long values make a page of tickets be weighed before they are read. */
  readonly isWeighed?: true;
  /** The SQL of the value that an answer shows in place of null. */
  readonly shownForNull?: string;
}

interface PropertyFacts {
  /** Refuses a value of the wrong shape. Nobody can send a property without a check. */
  readonly check?: CheckFor<unknown>;
  /** Set when only requests can send the property, and no file. */
  readonly isOfRequests?: true;
  /** Set for a text of one line. Other systems let line ends into it: an import puts a space in their place. */
  readonly isLine?: true;
  /** The name of the property among the changes of a ticket. Without it, only a new ticket takes the property. */
  readonly change?: string;
  /** Makes the wanted value from a sent one that is not null. Without it, the two are equal. */
  readonly read?: (sent: never) => unknown;
  readonly column?: ColumnFacts;
  /** Set when the audit trail has the value before and after a change. */
  readonly isAudited?: true;
  readonly isExported?: true;
  /** Set when every answer shows the value: one ticket, and the list. */
  readonly isShown?: true;
  /** Set when the answer for one ticket shows the value if `include` names the property. */
  readonly isShownOnRequest?: true;
  /** The word of `include` that shows the property, when it is not its name. */
  readonly includedAs?: string;
  /** Set when a parameter of the list, with the name of the property, finds the tickets that have its value. */
  readonly isFilter?: true;
  /** The value that an erasure of the customer leaves in the column. Without it, the value stays. */
  readonly erased?: string | null;
}

const accepting = <Value>(check: CheckFor<unknown>): CheckFor<Value> => check as CheckFor<Value>;

/** Accepts `null` too, which clears a value. For a property of a new ticket it means the same as leaving it out. */
const orNull = <Value>(check: CheckFor<Value>): CheckFor<Value | null> =>
  accepting((value) => (value === null ? null : check(value)));

const text = accepting<string>((value) => checkText(value));
const shortText = accepting<string>((value) => checkText(value, { max: 255, blank: 'refused' }));
const line = (max: number): CheckFor<string> =>
  accepting((value) => checkLine(value, { max, blank: 'refused' }));
const lineOrNothing = accepting<string>((value) => checkLine(value, { max: 255 }));
const listOfTexts = (max: number): CheckFor<readonly unknown[]> =>
  accepting((value) => checkList(value, { max, of: 'strings' }));
const priority = accepting<TicketPriority>((value) => checkOneOf(value, PRIORITIES));
const address = accepting<string>(checkEmail);
const html = accepting<string>(checkDescription);
const values = accepting<Readonly<Record<string, unknown>>>(checkObject);
const dateTime = accepting<string>(checkDateTime);
const flag = accepting<boolean>(checkFlag);
const uuid = accepting<string>((value) =>
  typeof value === 'string' && isUuid(value) ? null : 'must be a UUID',
);

const maybeClean = (sent: string): string | CleanDescription => sent;
const instant = (sent: string): Date => new Date(sent);
/** UUIDs may be written in either case. */
const groupId = (sent: string): GroupId => sent.toLowerCase() as GroupId;
const memberId = (sent: string): TeamMemberId => sent.toLowerCase() as TeamMemberId;

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
  to: { check: accepting<unknown>(checkParticipants), isOfRequests: true },
  cc: { check: accepting<unknown>(checkParticipants), isOfRequests: true },
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

/** The names of the properties with a fact. */
type NamesWith<Fact> = {
  readonly [Name in keyof Table]: Table[Name] extends Fact ? Name : never;
}[keyof Table];

type ColumnOf<Name extends keyof Table> = Table[Name] extends {
  readonly column: infer Column extends ColumnFacts;
}
  ? Column
  : never;

type OnRequest = NamesWith<{ readonly isShownOnRequest: true }>;

/** The values that an answer shows when `include` names them, by their names on the wire [rule 11]. */
export type ValuesOnRequest = {
  readonly [Name in OnRequest]: ColumnOf<Name> extends { readonly shownForNull: string }
    ? NonNullable<StoredTicket[ColumnOf<Name>['key']]>
    : StoredTicket[ColumnOf<Name>['key']];
};

const withColumn = <Name extends keyof Table>(fact: keyof PropertyFacts): readonly ColumnOfProperty<Name>[] =>
  ALL_PROPERTIES.flatMap(({ name, column, ...facts }) =>
    column && fact in facts ? [{ name: name as Name, column }] : [],
  );

interface ColumnOfProperty<Name> {
  readonly name: Name;
  readonly column: ColumnFacts;
}

type IncludeOf<Name extends keyof Table> = Table[Name] extends {
  readonly includedAs: infer Word extends string;
}
  ? Word
  : Name;

/** The properties that an answer shows when `include` names them, each with the word that does. */
export const ON_REQUEST = withColumn<OnRequest>('isShownOnRequest').map((property) => {
  const { includedAs = property.name }: PropertyFacts = TICKET_PROPERTIES[property.name];
  return { ...property, include: includedAs as IncludeOf<OnRequest> };
});

type FilterName = NamesWith<{ readonly isFilter: true }>;

/** The parameters of a list that find tickets by the value of a property. */
export type PropertyQuery = { readonly [Name in FilterName]?: string };
/** The values that tickets must have, by their columns. */
export type PropertyFilter = { readonly [Name in FilterName as ColumnOf<Name>['key']]?: string };

/** The properties by whose value a list can find tickets. */
export const PROPERTY_FILTERS = withColumn<FilterName>('isFilter');

interface SendableProperty extends PropertyFacts {
  readonly check: CheckFor<unknown>;
}

/** The properties that files can send. */
export const FILE_PROPERTIES: ReadonlyMap<string, SendableProperty> = new Map(
  ALL_PROPERTIES.flatMap(({ name, check, isOfRequests, ...facts }) =>
    check === undefined || isOfRequests ? [] : [[name, { ...facts, check }]],
  ),
);

type Accepted<Facts> = Facts extends { readonly check: CheckFor<infer Value> } ? Value : never;

type Wanted<Facts> = Facts extends { readonly read: (sent: never) => infer Value }
  ? Value | Extract<Accepted<Facts>, null>
  : Accepted<Facts>;

/** A ticket as a request or a file sends it, in the right shape. */
export type SentTicket = {
  readonly [Name in keyof Table as Table[Name] extends { readonly check: unknown } ? Name : never]?: Accepted<
    Table[Name]
  >;
};

/** The wanted changes of a ticket, with names instead of ids. Absent means unchanged; null clears [rule 4]. */
export type TicketChanges = {
  readonly [
    Name in keyof Table as Table[Name] extends { readonly change: infer Key extends string } ? Key : never
  ]?: Wanted<Table[Name]>;
};

/** A new ticket of an import needs these. */
export const REQUIRED_PROPERTIES = ['email', 'subject'] as const;
/** A new ticket of a client needs these [rule 11]. */
export const REQUIRED_OF_CLIENTS = ['email', 'subject', 'description'] as const;
