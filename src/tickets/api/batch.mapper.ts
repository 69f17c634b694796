import { checkObject, checkOneOf, checkText } from '../../kernel/checks.js';
import { mapInput, Problems, refuseIfAny, type Checked } from '../../kernel/errors.js';
import { isObject } from '../../kernel/objects.js';
import { Turns } from '../../kernel/steps.js';
import { LongAnswer, type Wire } from '../../platform/http/answers/answer.dto.js';
import { Conditions, parseTagCondition } from '../../platform/http/answers/conditions.js';
import { errorBodyOf, STATUS } from '../../platform/http/answers/error-response.js';
import { CheckedInputPipe } from '../../platform/http/requests/checked-input.js';
import type { DomainError } from '../../kernel/errors.js';
import {
  MAX_OPERATIONS,
  pathOfOperation,
  type OperationOutcome,
  type TicketOperation,
} from '../many/many-tickets.rules.js';
import type { NamedTicket } from '../read/ticket.row.js';
import { checkTicketRef } from '../rules/ticket-ref.rules.js';
import { readChanges, readRaisedTicket } from '../rules/ticket.changes.js';
import type { BatchResponse, BatchResultDto, BatchTicketsDto } from './dto/batch.dto.js';
import { CreateTicketDto, UpdateTicketDto } from './dto/save-ticket.dto.js';
import { toTicketDto, toTicketResponse } from './ticket.presenter.js';

type Check = (value: unknown) => string | null;

const ifAny =
  (check: Check): Check =>
  (value) =>
    value === undefined ? null : check(value);

const checkTags: Check = (value) =>
  typeof value === 'string' && parseTagCondition(value) !== null
    ? null
    : 'must be * or a list of entity tags in double quotes';

const OPS = ['update', 'create'] as const;

/** The properties of each kind of operation, with the checks of their shape. The pipes below check what is in `body`. */
const SHAPES: Readonly<Record<(typeof OPS)[number], Readonly<Record<string, Check>>>> = {
  update: { op: checkText, ticket: checkTicketRef, if_match: ifAny(checkTags), body: checkObject },
  create: { op: checkText, body: checkObject },
};

/** Checks for an operation whose `op` is unknown. They hold for every kind of operation. */
const UNKNOWN_SHAPE: Readonly<Record<string, Check>> = {
  op: (value) => checkOneOf(value, OPS),
  ticket: ifAny(checkTicketRef),
  if_match: ifAny(checkTags),
  body: ifAny(checkObject),
};

const UPDATES = new CheckedInputPipe(UpdateTicketDto, 'refused');
const CREATIONS = new CheckedInputPipe(CreateTicketDto, 'refused');

/** An operation of the right shape. */
interface SentOperation {
  readonly op: (typeof OPS)[number];
  readonly ticket: string | number;
  readonly if_match?: string;
  readonly body: object;
}

/** Counts the requests that a batch stands for. A list that is refused anyway counts as one. */
export function countOfOperations(body: unknown): number {
  const operations = isObject(body) ? body['operations'] : undefined;
  const count = Array.isArray(operations) ? operations.length : 1;
  return count > MAX_OPERATIONS ? 1 : Math.max(count, 1);
}

/** Reads the operations, each with the problems of its body. @throws invalid_request with every problem of their shapes */
export async function toOperations(input: Checked<BatchTicketsDto>): Promise<TicketOperation[]> {
  const problems = new Problems(input.problems);
  const { operations = [] } = input.value as Partial<BatchTicketsDto>;
  for (const [index, sent] of operations.entries()) checkShape(sent, pathOfOperation(index), problems);
  refuseIfAny(problems);
  const read: TicketOperation[] = [];
  const turns = new Turns();
  for (const sent of operations as SentOperation[]) {
    await turns.giveWay();
    read.push(await toOperation(sent));
  }
  return read;
}

function checkShape(sent: unknown, path: string, problems: Problems): void {
  const add = (place: string, problem: string | null): void => {
    if (problem !== null) problems.add(place, problem);
  };
  if (!isObject(sent)) {
    add(path, 'must be an object');
    return;
  }
  const op = OPS.find((each) => each === sent['op']);
  const shape = op === undefined ? UNKNOWN_SHAPE : SHAPES[op];
  for (const [name, check] of Object.entries(shape)) add(`${path}.${name}`, check(sent[name]));
  for (const name of Object.keys(sent))
    if (!Object.hasOwn(shape, name)) add(`${path}.${name}`, 'is not a known property');
}

async function toOperation({ op, ticket, if_match, body }: SentOperation): Promise<TicketOperation> {
  if (op === 'create') return { op, sent: readRaisedTicket(await CREATIONS.transform(body)) };
  const conditions = Conditions.of(if_match === undefined ? {} : { 'if-match': if_match });
  const sent = mapInput(await UPDATES.transform(body), readChanges);
  return { op, reference: String(ticket), sent, precondition: conditions.on(toTicketResponse) };
}

/** Says how the outcomes of one request are shown. */
interface Shown {
  readonly urlOf: (ticket: NamedTicket) => string;
  readonly shownAs: (error: unknown) => DomainError;
}

/** An answer with more characters of words is made item by item. A smaller one has less bytes than are kept for an `Idempotency-Key`. */
const MANY_CHARACTERS = 64 * 1024;

/** Shows each outcome as the route of its operation does. An error that several operations share is shown, and logged, once. */
export function toBatchResponse(
  operations: readonly TicketOperation[],
  outcomes: readonly OperationOutcome[],
  { urlOf, shownAs }: Shown,
): Wire<BatchResponse> | LongAnswer<Wire<BatchResponse>> {
  const errors = new Set(outcomes.flatMap((outcome) => ('error' in outcome ? [outcome.error] : [])));
  const refused = new Map([...errors].map((error) => [error, toRefused(shownAs(error))]));
  const results = outcomes.map((outcome, index): Wire<BatchResultDto> => {
    if ('error' in outcome) return refused.get(outcome.error) ?? toRefused(shownAs(outcome.error));
    return toDone(outcome.ticket, operations[index]?.op === 'create' ? urlOf(outcome.ticket) : null);
  });
  const succeeded = results.filter(({ ticket }) => ticket !== undefined).length;
  const response = { results, succeeded, failed: results.length - succeeded };
  const characters = results.reduce((sum, { ticket }) => sum + (ticket ? charactersOf(ticket) : 0), 0);
  return characters > MANY_CHARACTERS ? new LongAnswer(response, outlineOf(results)) : response;
}

type ShownTicket = NonNullable<Wire<BatchResultDto>['ticket']>;

function charactersOf({ description, subject, tags, fields }: ShownTicket): number {
  const texts = [description, subject, ...tags, ...fields.map(({ field_value: value }) => String(value))];
  return texts.reduce((sum, { length }) => sum + length, 0);
}

/** The results with the ids of their tickets, and the addresses of new ones. */
interface OutlinedResult extends Omit<Wire<BatchResultDto>, 'ticket'> {
  readonly ticket?: { readonly id: string; readonly url?: string };
}

function outlineOf(results: readonly Wire<BatchResultDto>[]): string {
  const outlined = results.map(({ ticket, ...result }): OutlinedResult => {
    if (!ticket) return result;
    return { ...result, ticket: { id: ticket.id, ...('url' in ticket && { url: ticket.url }) } };
  });
  return JSON.stringify(outlined);
}

/** Makes an answer again from its outline, with the tickets as `read` finds them now. */
export async function toBatchResponseAgain(
  outline: string,
  read: (id: string) => Promise<NamedTicket>,
): Promise<LongAnswer<Wire<BatchResponse>>> {
  const results: Wire<BatchResultDto>[] = [];
  for (const { ticket, ...result } of JSON.parse(outline) as OutlinedResult[])
    results.push(
      ticket ? { ...result, ...toDone(await read(ticket.id), ticket.url ?? null) } : { ...result },
    );
  const succeeded = results.filter(({ ticket }) => ticket !== undefined).length;
  return new LongAnswer({ results, succeeded, failed: results.length - succeeded });
}

/** `url` is the address of a new ticket. */
function toDone(ticket: NamedTicket, url: string | null): Wire<BatchResultDto> {
  const shown = toTicketDto(ticket);
  return url === null ? { status: 200, ticket: shown } : { status: 201, ticket: { ...shown, url } };
}

function toRefused(error: DomainError): Wire<BatchResultDto> {
  return { status: STATUS[error.kind], ...errorBodyOf(error) };
}
