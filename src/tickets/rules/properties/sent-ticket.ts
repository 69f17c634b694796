// Properties that requests and files send, and the changes of a ticket that these make.
import type { CheckFor, PropertyFacts } from './property-facts.js';
import { ALL_PROPERTIES, type TICKET_PROPERTIES } from './ticket-properties.js';

type Table = typeof TICKET_PROPERTIES;

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
