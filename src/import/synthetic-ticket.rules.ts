import type { FieldDefinition } from '../fields/field-values.rules.js';
import type { GroupId, StatusId, TeamMemberId } from '../kernel/ids.js';
import type { CategoryPlace } from '../tickets/category.rules.js';
import type { PreparedTicket, TicketCustomer } from '../tickets/ticket-batch.rules.js';
import { PRIORITIES, type TicketPriority } from '../tickets/ticket.changes.js';
import { CLOSED } from '../tickets/ticket.rules.js';
import type { CategoryNode, TicketVocabulary } from '../tickets/ticket-vocabulary.js';
import { pick, randomFrom, skewed, weighted, whole, type Random } from './random.js';
import {
  COMPANIES,
  FIRST_NAMES,
  LAST_NAMES,
  SENTENCES,
  STEPS,
  TAGS,
  THINGS,
  TROUBLES,
} from './seed-words.js';
import { syntheticValues } from './synthetic-values.rules.js';

const HOUR_MS = 60 * 60 * 1000;
const WEEK_HOURS = 7 * 24;
const WEEK_MS = WEEK_HOURS * HOUR_MS;
/** Three years in whole weeks. */
const SPAN_MS = 156 * WEEK_MS;
/** More tickets come every year: below 1, the later part of the span gets more of them. */
const GROWTH = 0.7;
const TICKETS_PER_CUSTOMER = 5;
const UNASSIGNED = 0.2;
const WITHOUT_GROUP = 0.15;

const STATUS_WEIGHTS: Readonly<Record<string, number>> = {
  closed: 70,
  open: 10,
  new: 6,
  waiting_on_customer: 5,
  on_hold: 3,
  spam: 4,
  trash: 2,
};
const OTHER_STATUS_WEIGHT = 2;
const PRIORITY_WEIGHTS: Readonly<Record<TicketPriority, number>> = {
  low: 30,
  medium: 40,
  high: 15,
  urgent: 5,
};
const WITHOUT_PRIORITY_WEIGHT = 10;

/** What the tickets of one seeding have in common. Its lists have an order that does not hang on the database. */
export interface SeedPlan {
  readonly seed: number;
  readonly tickets: number;
  /** All tickets lie in the three years before. */
  readonly end: Date;
  /** How much of a week's tickets has come by each of its hours, beginning at the hour and weekday of `end`. */
  readonly week: readonly number[];
  readonly closedId: StatusId | undefined;
  readonly statuses: readonly (readonly [StatusId, number])[];
  readonly categories: readonly CategoryNode[];
  readonly groups: readonly GroupId[];
  readonly assignees: readonly TeamMemberId[];
  readonly fields: readonly FieldDefinition[];
}

export function seedPlan(vocabulary: TicketVocabulary, seed: number, tickets: number, end: Date): SeedPlan {
  return {
    seed,
    tickets,
    end,
    week: weekFrom(end),
    closedId: vocabulary.statuses.get(CLOSED),
    statuses: byName(vocabulary.statuses).map(([name, id]) => [
      id,
      STATUS_WEIGHTS[name] ?? OTHER_STATUS_WEIGHT,
    ]),
    categories: vocabulary.categories.toSorted((one, other) => compare(one.name, other.name)),
    groups: byName(vocabulary.groups).map(([, id]) => id),
    assignees: byName(vocabulary.assignees).map(([, id]) => id),
    fields: byName(vocabulary.fields).map(([, field]) => field),
  };
}

/** The ticket at a position, from 0, of the seeding; the same one every time. */
export function syntheticTicket(plan: SeedPlan, position: number): PreparedTicket {
  const random = randomFrom(plan.seed, position);
  const createdAt = createdAtOf(plan, position, random);
  const history = historyOf(plan, createdAt, random);
  return {
    customer: customerOf(plan, random),
    subject: `${chosen(random, TROUBLES)} ${chosen(random, THINGS)}`,
    description: descriptionOf(random),
    ...history,
    priority: priorityOf(random),
    ...categoryOf(plan.categories, random),
    groupId: random() < WITHOUT_GROUP ? null : (plan.groups[skewed(random, plan.groups.length)] ?? null),
    assigneeId:
      random() < UNASSIGNED ? null : (plan.assignees[skewed(random, plan.assignees.length)] ?? null),
    tags: tagsOf(random),
    fieldValues: syntheticValues(plan.fields, createdAt, history.closedAt !== null, random),
    createdAt,
  };
}

function createdAtOf({ tickets, end, week }: SeedPlan, position: number, random: Random): Date {
  const share = ((position + random()) / tickets) ** GROWTH;
  const evenly = share * SPAN_MS;
  const begun = Math.floor(evenly / WEEK_MS) * WEEK_MS;
  const busily = momentBy(week, (evenly - begun) / WEEK_MS) * HOUR_MS;
  return new Date(end.getTime() - SPAN_MS + Math.floor(begun + busily));
}

/** How many tickets come in an hour (UTC), against others: most while people work, a few at night and at weekends. */
function busyness(hourOfWeek: number): number {
  const isWeekend = hourOfWeek >= 5 * 24;
  const hour = hourOfWeek % 24;
  if (hour >= 8 && hour < 18) return isWeekend ? 3 : 20;
  return hour >= 6 && hour < 22 ? (isWeekend ? 2 : 6) : 1;
}

function weekFrom(end: Date): number[] {
  // 1970 began on a Thursday, weeks begin on Monday.
  const first = Math.floor(end.getTime() / HOUR_MS) + 3 * 24;
  const hours = Array.from({ length: WEEK_HOURS }, (_, hour) => busyness((first + hour) % WEEK_HOURS));
  const total = hours.reduce((sum, each) => sum + each, 0);
  let come = 0;
  return hours.map((each) => (come += each) / total);
}

/** The hours after which a share of a week's tickets has come. */
function momentBy(week: readonly number[], share: number): number {
  const hour = week.findIndex((come) => share < come);
  const before = week[hour - 1] ?? 0;
  return hour + (share - before) / ((week[hour] ?? 1) - before);
}

/** Recent tickets are still being worked on; closing takes hours for most and weeks for some. */
function historyOf(
  { statuses, closedId, end }: SeedPlan,
  createdAt: Date,
  random: Random,
): Pick<PreparedTicket, 'statusId' | 'closedAt' | 'updatedAt' | 'resolutionDueAt'> {
  const statusId = weighted(random, statuses);
  if (statusId === undefined) throw new Error('The workspace has no statuses.');
  const worked = Math.floor(HOUR_MS * 500 ** random());
  const updatedAt = new Date(Math.min(createdAt.getTime() + worked, end.getTime()));
  const dueAt = new Date(createdAt.getTime() + whole(random, 1, 10) * 24 * HOUR_MS);
  return {
    statusId,
    updatedAt,
    closedAt: statusId === closedId ? updatedAt : null,
    resolutionDueAt: random() < 0.3 ? dueAt : null,
  };
}

/** A few customers write often, most of them once or twice. */
function customerOf({ tickets }: SeedPlan, random: Random): TicketCustomer {
  const rank = skewed(random, Math.ceil(tickets / TICKETS_PER_CUSTOMER));
  const own = randomFrom(rank, 0);
  const [first, last] = [chosen(own, FIRST_NAMES), chosen(own, LAST_NAMES)];
  const company = COMPANIES[skewed(own, COMPANIES.length)] ?? '';
  return {
    email: `${first}.${last}.${rank + 1}@${company}.example`.toLowerCase(),
    name: `${first} ${last}`,
  };
}

function priorityOf(random: Random): TicketPriority | null {
  const weights = PRIORITIES.map((name) => [name, PRIORITY_WEIGHTS[name]] as const);
  return weighted<TicketPriority | null>(random, [...weights, [null, WITHOUT_PRIORITY_WEIGHT]]) ?? null;
}

function categoryOf(categories: readonly CategoryNode[], random: Random): CategoryPlace {
  const below = (parentId: CategoryNode['parentId'] | undefined, share: number): CategoryNode | undefined => {
    if (parentId === undefined || random() >= share) return undefined;
    return pick(
      random,
      categories.filter((node) => node.parentId === parentId),
    );
  };
  const category = below(null, 0.85);
  const one = below(category?.id, 0.7);
  const two = below(one?.id, 0.6);
  return {
    categoryId: category?.id ?? null,
    subCategoryOneId: one?.id ?? null,
    subCategoryTwoId: two?.id ?? null,
  };
}

function tagsOf(random: Random): string[] {
  const count = skewed(random, 5);
  return [...new Set(Array.from({ length: count }, () => TAGS[skewed(random, TAGS.length)] ?? ''))];
}

/** From one sentence to several paragraphs with a list; as cleaning would leave it. */
function descriptionOf(random: Random): string {
  const paragraphs = Array.from({ length: 1 + skewed(random, 8) }, () => {
    const sentences = Array.from({ length: whole(random, 1, 5) }, () => chosen(random, SENTENCES));
    return `<p>${[...new Set(sentences)].join(' ')}</p>`;
  });
  if (random() < 0.2) {
    const steps = Array.from({ length: whole(random, 2, 5) }, () => `<li>${chosen(random, STEPS)}</li>`);
    paragraphs.push(`<ol>${steps.join('')}</ol>`);
  }
  return paragraphs.join('');
}

function chosen(random: Random, words: readonly string[]): string {
  return pick(random, words) ?? '';
}

function byName<Value>(named: ReadonlyMap<string, Value>): [string, Value][] {
  return [...named].sort(([one], [other]) => compare(one, other));
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
