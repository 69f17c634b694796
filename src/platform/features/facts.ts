import type { INestApplicationContext } from '@nestjs/common';
import type { Registry } from 'prom-client';
import type { TableErasure } from './erasure.js';

/** Facts of a feature in plain values. The composition derives its lists from them (docs/architecture.md). */
export interface FeatureFacts {
  /** The folder below `src`. */
  readonly room: string;
  /** The other features that this one may import, besides the rooms below all features (`scripts/arrows.mjs`). */
  readonly uses?: readonly string[];
  /** Its folders that have arrows of their own, with what each may import. `below` and `carriers` stand for the rooms below. */
  readonly inside?: Readonly<Record<string, readonly string[]>>;
  readonly tables?: Readonly<Record<string, TableFacts>>;
  /** The functions that the service's role may call, with the types of their arguments. */
  readonly functions?: readonly string[];
  /** The files of the entities, which load without the rest of the feature. */
  readonly entities?: readonly (() => Promise<object>)[];
  /** The files of its migrations, each with the functions for triggers that it makes. */
  readonly migrations?: readonly (() => Promise<object>)[];
  /** Loads the class of its reader of events, which commands have without the rest of the feature. */
  readonly reader?: () => Promise<new (...parts: never[]) => object>;
  /** Loads the function that shows its numbers at `/metrics`, which it reads from its services. */
  readonly metrics?: () => Promise<(registry: Registry, app: INestApplicationContext) => void>;
  /** The tables of rooms below it that its SQL or its repositories read. */
  readonly reads?: readonly string[];
  /** The tables of rooms above it that its SQL reads, with the reasons. No room writes upward. */
  readonly up?: Readonly<Record<string, string>>;
  readonly scopes?: readonly string[];
  /** Further scopes, which a key has only when it names them: a key without a list has all others. */
  readonly scopesToName?: readonly string[];
  /** The types of things that its entries of the audit trail are about. */
  readonly subjects?: readonly string[];
  /** The actions of the audit trail [choice 14]. Never remove or rename one: entries are kept for years, and programs know the types. */
  readonly actions?: Readonly<Record<string, EventFacts | null>>;
  /** Heads its operations in the document of the API. */
  readonly tag?: { readonly name: string; readonly text: string };
  /** A request for each operation that needs a body or an id, by the id of the operation. */
  readonly demo?: Readonly<Record<string, DemoRequest>>;
}

export type TableFacts = {
  /** The rights of the service's role: `all` four, or those named. */
  readonly rights: 'all' | `SELECT${string}`;
  /** The one other room that writes the table, for a reason that a comment says. */
  readonly alsoWrittenBy?: string;
} &
  // Loads how the words of a customer leave the table.
  (
    | { readonly erased: () => Promise<TableErasure> }
    // Names the table whose words are repeated here, and says what removes them once that table is erased.
    | { readonly follows: `${string}, ${string}` }
    // Says why the table holds nothing of a customer.
    | { readonly nobody: string }
  );

/** An action that the feed shows; null stands for an action of the trail alone [rule 17]. */
export interface EventFacts {
  readonly type: string;
  /** One action of each type has the example of docs/events.md. */
  readonly example?: EventExample;
  /** Only readers who ask for notes are told of it [rule 15] [rule 18]. */
  readonly notesOnly?: boolean;
  /** An event has this when it is no plain change of its subject. */
  readonly shows?: OwnEvent;
}

/** The form of an event that is no plain change of its subject. */
export interface OwnEvent {
  /** Makes `data` without the actor and `silent`. */
  readonly data: (entry: ShownEntry) => object;
  /** Loads the class of its schema. */
  readonly schema: () => Promise<new (...parts: never[]) => object>;
  /** Says `data` in a few words, for `desk events tail`. */
  readonly inWords: (data: never) => string;
}

export interface ShownEntry {
  readonly subjectId: string;
  readonly ticketNumber: number | null;
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
}

/** An event happens a second after the one with the number before it. The API key of a shop makes it, unless an actor is named. */
export interface EventExample {
  readonly number: number;
  readonly data: object;
  readonly actor?: object;
  readonly silent?: boolean;
  /** These replace the values that follow from the number. */
  readonly more?: { readonly position: number; readonly occurred_at: string };
}

/** A request that the page of the API fills in. It succeeds on a fresh demo workspace, in any order with all others. */
export interface DemoRequest {
  /** The id in the path; of several, the first one. */
  readonly id?: string;
  /** The other parts of the path, by their names. */
  readonly path?: Readonly<Record<string, string>>;
  readonly body?: DemoBody;
  /** Several bodies by their names; the page shows the first one. */
  readonly bodies?: Readonly<Record<string, DemoBody>>;
}

interface DemoBody {
  readonly summary: string;
  readonly value: object;
}

export type ScopeOf<Facts> =
  | (Facts extends { scopes: readonly (infer Scope)[] } ? Scope : never)
  | (Facts extends { scopesToName: readonly (infer Scope)[] } ? Scope : never);
export type SubjectOf<Facts> = Facts extends { subjects: readonly (infer Subject)[] } ? Subject : never;
export type ActionOf<Facts> = Facts extends { actions: infer Actions } ? keyof Actions : never;
export type EventTypeOf<Facts> = Facts extends { actions: infer Actions }
  ? TypeIn<Actions[keyof Actions]>
  : never;

type TypeIn<Action> = Action extends { type: infer Type extends string } ? Type : never;

let declared: readonly FeatureFacts[] | undefined;

/** Hands the facts of all features to the rooms below them. */
export function declareFeatures(features: readonly FeatureFacts[]): void {
  declared = features;
}

/** @throws Error when a program, such as a script, did not import the facts first */
export function declaredFeatures(): readonly FeatureFacts[] {
  if (declared) return declared;
  throw new Error(
    'No feature is declared yet: import src/app/features.ts before anything else, as src/main.ts does.',
  );
}
