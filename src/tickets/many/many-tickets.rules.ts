import { DomainError, type Checked, type Precondition, type Problems } from '../../kernel/errors.js';
import type { TeamMemberId } from '../../kernel/ids.js';
import type { NamedTicket } from '../read/ticket.row.js';
import { assigneesIn, mayReopen } from '../rules/ticket-names.rules.js';
import type { TicketChanges } from '../rules/properties/sent-ticket.js';
import { parseTicketRef, type TicketRef } from '../rules/ticket-ref.rules.js';
import { slotKey } from '../write/ticket-batch.rules.js';
import type { TicketEntry } from '../rules/ticket.changes.js';

/** A request has at most this number of operations [rule 32], so that nobody waits long for the tickets of one unit of work. */
export const MAX_OPERATIONS = 100;

/** An update of one ticket, as its route takes it. */
export interface WantedUpdate {
  readonly reference: string;
  readonly sent: Checked<TicketChanges>;
  readonly precondition: Precondition<NamedTicket>;
}

/** One operation of a batch, as its own route takes it. */
export type TicketOperation =
  ({ readonly op: 'update' } & WantedUpdate) | { readonly op: 'create'; readonly sent: Checked<TicketEntry> };

/** Holds the ticket that an operation answers with, or the error that refuses it. */
export type OperationOutcome = { readonly ticket: NamedTicket } | { readonly error: unknown };

/**
 * Finds the updates at the beginning of a list that may be done together. What makes a customer or takes files over is done alone, so that
 * the events of a batch come in the order of its operations. A ticket that is named again waits for its first update.
 */
export function leadingUpdates(operations: readonly TicketOperation[]): WantedUpdate[] {
  const updates = new Map<string, WantedUpdate>();
  for (const operation of operations) {
    if (operation.op === 'create' || isApart(operation) || updates.has(operation.reference)) break;
    updates.set(operation.reference, operation);
  }
  return [...updates.values()];
}

function isApart({ sent: { value } }: WantedUpdate): boolean {
  return value.email !== undefined || value.attachments !== undefined;
}

/** Names the members that operations need. */
export interface NeededMembers {
  readonly emailKeys: readonly string[];
  readonly ids: readonly TeamMemberId[];
  /** The assignees of these tickets are needed, too. */
  readonly assigneesOf: readonly TicketRef[];
}

/** Lists the members that operations name, and asks for the assignees of tickets that may be opened again. */
export function membersOf(operations: readonly (TicketOperation | WantedUpdate)[]): NeededMembers {
  const changes = operations.map(changesOf);
  return {
    emailKeys: changes.flatMap(assigneesIn),
    ids: changes.flatMap(({ assigneeId }) => assigneeId ?? []),
    assigneesOf: refsOf(operations.filter((operation) => mayReopen(changesOf(operation)))),
  };
}

/** Finds the tickets that updates name, without those that no ticket can have. */
export function refsOf(operations: readonly (TicketOperation | WantedUpdate)[]): TicketRef[] {
  return operations.flatMap((operation) =>
    'reference' in operation ? (parseTicketRef(operation.reference) ?? []) : [],
  );
}

/** Tells whether operations may raise tickets or make customers: then they need the numbers of the workspace. */
export function needNumbers(operations: readonly TicketOperation[]): boolean {
  return operations.some(
    (operation) => operation.op === 'create' || operation.sent.value.email !== undefined,
  );
}

function changesOf(operation: TicketOperation | WantedUpdate): TicketChanges {
  return 'reference' in operation ? operation.sent.value : operation.sent.value.changes;
}

export const pathOfOperation = (index: number): string => `operations[${index}]`;

/** Adds the problems of all refused operations at their paths in the request. @throws an error that refuses no operation */
export function addRefusals(
  problems: Problems,
  operations: readonly TicketOperation[],
  outcomes: readonly OperationOutcome[],
): void {
  const raised = new Map<string, number>();
  for (const [index, outcome] of outcomes.entries()) {
    const operation = operations[index];
    const key = operation?.op === 'create' ? externalKeyOf(operation) : null;
    if ('error' in outcome) addRefusal(problems, index, outcome.error, raised.get(key ?? ''));
    else if (key !== null) raised.set(key, index);
  }
}

function externalKeyOf({ sent: { value } }: TicketOperation & { readonly op: 'create' }): string | null {
  return value.externalId === null ? null : slotKey(value);
}

/** `first` is the operation that raised a ticket with the same external key. That ticket is undone, so nobody must hear its number. */
function addRefusal(problems: Problems, index: number, error: unknown, first?: number): void {
  if (!(error instanceof DomainError)) throw error;
  const path = pathOfOperation(index);
  if (error.kind === 'invalid')
    for (const each of error.passedOn) {
      const isRepeated = each.path === 'external_id' && first !== undefined;
      const message = isRepeated ? `is already used by ${pathOfOperation(first)}` : each.message;
      problems.add(`${path}.body.${each.path}`, message);
    }
  else if (error.kind === 'not_found') problems.add(`${path}.ticket`, 'is not the id or number of a ticket');
  else if (error.kind === 'precondition_failed')
    problems.add(`${path}.if_match`, 'does not name the present state of the ticket');
  else if (error.kind === 'conflict') problems.add(`${path}.ticket`, error.message);
  else throw error;
}
