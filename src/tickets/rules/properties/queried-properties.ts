// Properties that the parameters of a query name: `include` shows some of them, and a list finds tickets by the values of others.
import type { ColumnFacts, PropertyFacts } from './property-facts.js';
import type { StoredTicket } from './stored-ticket.js';
import { ALL_PROPERTIES, TICKET_PROPERTIES } from './ticket-properties.js';

type Table = typeof TICKET_PROPERTIES;

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

type IncludeOf<Name extends keyof Table> = Name extends unknown
  ? Table[Name] extends { readonly includedAs: infer Word extends string }
    ? Word
    : Name
  : never;

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
