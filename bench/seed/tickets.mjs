import { setImmediate } from 'node:timers/promises';
import { pick, randomFrom, skewed, weighted, whole } from './random.mjs';
import { COMPANIES, FIRST_NAMES, LAST_NAMES, SENTENCES, STEPS, TAGS, THINGS, TROUBLES } from './words.mjs';
import { syntheticValues } from './values.mjs';

const HOUR_MS = 60 * 60 * 1000;
const WEEK_HOURS = 7 * 24;
const WEEK_MS = WEEK_HOURS * HOUR_MS;
/** The tickets come in three years of whole weeks. */
const SPAN_MS = 156 * WEEK_MS;
/** A number below 1 lets more tickets come every year. */
const GROWTH = 0.7;
const TICKETS_PER_CUSTOMER = 5;
const UNASSIGNED = 0.2;
const WITHOUT_GROUP = 0.15;

const STATUS_WEIGHTS = {
  closed: 70,
  open: 10,
  new: 6,
  waiting_on_customer: 5,
  on_hold: 3,
  spam: 4,
  trash: 2,
};
const OTHER_STATUS_WEIGHT = 2;
const PRIORITY_WEIGHTS = {
  low: 30,
  medium: 40,
  high: 15,
  urgent: 5,
};
const WITHOUT_PRIORITY_WEIGHT = 10;

const BATCH_SIZE = 1_000;
const TICKETS_IN_A_ROW = 50;

/**
 * Makes believable tickets for a workspace with some names, oldest first, in batches. They depend on the names, the number of tickets, the
 * seed (of 32 bits) and the end of their three years, and on nothing else. It pauses now and then, because the batch before is being written
 * meanwhile.
 */
export async function* syntheticTickets(names, { tickets, seed, end = startOfToday() }) {
  const plan = seedPlan(names, seed, tickets, end);
  for (let from = 0; from < tickets; from += BATCH_SIZE) {
    const batch = [];
    for (let at = from; at < Math.min(from + BATCH_SIZE, tickets); at++) {
      batch.push(syntheticTicket(plan, at));
      if (batch.length % TICKETS_IN_A_ROW === 0) await setImmediate();
    }
    yield batch;
  }
}

function startOfToday() {
  return new Date(new Date().setUTCHours(0, 0, 0, 0));
}

/** Says what the tickets of one seeding have in common. Its lists are sorted by name, so that they do not depend on the database. */
function seedPlan(names, seed, tickets, end) {
  return {
    ...{ seed, tickets, end },
    // Each hour has the share of a week's tickets that has come by its end. The first hour is that of `end`.
    week: weekFrom(end),
    statuses: [...names.statuses.keys()]
      .sort(compare)
      .map((name) => [name, STATUS_WEIGHTS[name] ?? OTHER_STATUS_WEIGHT]),
    categories: names.categories.toSorted((one, other) => compare(one.name, other.name)),
    groups: [...names.groups.keys()].sort(compare),
    assignees: [...names.assignees.keys()].sort(compare),
    fields: [...names.fields.values()].sort((one, other) => compare(one.name, other.name)),
  };
}

/** Makes the ticket at a position of the seeding, from 0. Every call makes an equal one. */
function syntheticTicket(plan, position) {
  const random = randomFrom(plan.seed, position);
  const createdAt = createdAtOf(plan, position, random);
  const { status, updatedAt, resolutionDueAt } = historyOf(plan, createdAt, random);
  const { email, name } = customerOf(plan, random);
  const changes = definedOnly({
    email,
    subject: `${chosen(random, TROUBLES)} ${chosen(random, THINGS)}`,
    description: descriptionOf(random),
    status,
    priority: priorityOf(random),
    ...categoryOf(plan.categories, random),
    group: random() < WITHOUT_GROUP ? undefined : plan.groups[skewed(random, plan.groups.length)],
    assigneeEmail: random() < UNASSIGNED ? undefined : plan.assignees[skewed(random, plan.assignees.length)],
    tags: tagsOf(random),
    fieldValues: syntheticValues(plan.fields, createdAt, status === 'closed', random),
    resolutionDueAt,
  });
  return { changes, customerName: name, externalId: null, source: null, createdAt, updatedAt };
}

function createdAtOf({ tickets, end, week }, position, random) {
  const share = ((position + random()) / tickets) ** GROWTH;
  const evenly = share * SPAN_MS;
  const begun = Math.floor(evenly / WEEK_MS) * WEEK_MS;
  const busily = momentBy(week, (evenly - begun) / WEEK_MS) * HOUR_MS;
  return new Date(end.getTime() - SPAN_MS + Math.floor(begun + busily));
}

/** Weighs an hour (UTC) by its tickets: most come in working hours, few at night and at weekends. */
function busyness(hourOfWeek) {
  const isWeekend = hourOfWeek >= 5 * 24;
  const hour = hourOfWeek % 24;
  if (hour >= 8 && hour < 18) return isWeekend ? 3 : 20;
  return hour >= 6 && hour < 22 ? (isWeekend ? 2 : 6) : 1;
}

function weekFrom(end) {
  // 1970 began on a Thursday, weeks begin on Monday.
  const first = Math.floor(end.getTime() / HOUR_MS) + 3 * 24;
  const hours = Array.from({ length: WEEK_HOURS }, (_, hour) => busyness((first + hour) % WEEK_HOURS));
  const total = hours.reduce((sum, each) => sum + each, 0);
  let come = 0;
  return hours.map((each) => (come += each) / total);
}

/** Finds the number of hours after which a share of a week's tickets has come. */
function momentBy(week, share) {
  const hour = week.findIndex((come) => share < come);
  const before = week[hour - 1] ?? 0;
  return hour + (share - before) / ((week[hour] ?? 1) - before);
}

/** Makes the history of a ticket. Closing takes hours for most tickets and weeks for some. */
function historyOf({ statuses, end }, createdAt, random) {
  const status = weighted(random, statuses);
  if (status === undefined) throw new Error('The workspace has no statuses.');
  const worked = Math.floor(HOUR_MS * 500 ** random());
  const updatedAt = new Date(Math.min(createdAt.getTime() + worked, end.getTime()));
  const dueAt = new Date(createdAt.getTime() + whole(random, 1, 10) * 24 * HOUR_MS);
  return { status, updatedAt, resolutionDueAt: random() < 0.3 ? dueAt : undefined };
}

/** Picks a customer. Few customers write often, most of them once or twice. */
function customerOf({ tickets }, random) {
  const rank = skewed(random, Math.ceil(tickets / TICKETS_PER_CUSTOMER));
  const own = randomFrom(rank, 0);
  const [first, last] = [chosen(own, FIRST_NAMES), chosen(own, LAST_NAMES)];
  const company = COMPANIES[skewed(own, COMPANIES.length)] ?? '';
  return {
    email: `${first}.${last}.${rank + 1}@${company}.example`.toLowerCase(),
    name: `${first} ${last}`,
  };
}

function priorityOf(random) {
  return weighted(random, [...Object.entries(PRIORITY_WEIGHTS), [undefined, WITHOUT_PRIORITY_WEIGHT]]);
}

function categoryOf(categories, random) {
  const below = (parentId, share) => {
    if (parentId === undefined || random() >= share) return undefined;
    return pick(
      random,
      categories.filter((node) => node.parentId === parentId),
    );
  };
  const category = below(null, 0.85);
  const one = below(category?.id, 0.7);
  const two = below(one?.id, 0.6);
  return definedOnly({ category: category?.name, subCategoryOne: one?.name, subCategoryTwo: two?.name });
}

function tagsOf(random) {
  const count = skewed(random, 5);
  return [...new Set(Array.from({ length: count }, () => TAGS[skewed(random, TAGS.length)] ?? ''))];
}

/** Writes a description, from one sentence to several paragraphs with a list. Cleaning would not change it. */
function descriptionOf(random) {
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

function chosen(random, words) {
  return pick(random, words) ?? '';
}

function compare(one, other) {
  return one < other ? -1 : Number(one > other);
}

function definedOnly(object) {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));
}
