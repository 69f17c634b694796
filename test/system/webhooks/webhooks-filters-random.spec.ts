import { aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { aComment, TWO_AGENTS } from '../../support/data/comments.js';
import { deliveredTo, webhooksWith } from '../../support/data/filtered-webhooks.js';
import { Receiver } from '../../support/fakes/receiver.js';
import { size } from '../../support/sizes.js';
import { useDesk } from '../../support/test-app.js';

const WRITES = size({ here: 200, long: 20_000, by: 'FILTERED_EVENTS' });
const TICKETS = 20;
/** Enough for all writes, one after the other, each with two reads after it. */
const TIME_LIMIT_MS = size({ here: 120_000, long: 60 * 60_000 });

const app = useDesk();
let receiver: Receiver;

beforeAll(async () => {
  receiver = await Receiver.start();
});
afterAll(() => receiver.stop());

const STATUSES = { working: ['new', 'open'], resting: ['on_hold', 'waiting_on_customer'] };
const GROUPS = { first: ['Tier 1'], second: ['Tier 2'] };
const PRIORITIES = { calm: ['low', 'medium'], pressing: ['high', 'urgent'] };
const TAGS = ['vip', 'late', 'new customer'];

/** Makes random choices. The seed makes a failure repeatable. */
class Dice {
  constructor(private seed: number) {}

  below(count: number): number {
    this.seed = (this.seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((this.seed / 2_147_483_648) * count);
  }

  of<Item>(list: readonly Item[]): Item {
    return list[this.below(list.length)] as Item;
  }

  some<Item>(list: readonly Item[]): Item[] {
    return list.filter(() => this.below(2) === 0);
  }
}

/** A ticket as the API shows it after a write. */
interface ShownTicket {
  readonly status: string;
  readonly priority: string;
  readonly group: string;
  readonly tags: readonly string[];
}

const dice = new Dice(7);
const either = (lists: Readonly<Record<string, readonly string[]>>): string =>
  dice.of(Object.values(lists).flat());
const changes = (): object =>
  dice.of([
    () => ({ status: either(STATUSES) }),
    () => ({ priority: either(PRIORITIES) }),
    () => ({ group: either(GROUPS) }),
    () => ({ tags: dice.some(TAGS) }),
    () => ({ subject: `Subject ${dice.below(1_000_000)}` }),
  ])();

/** Raises, changes or comments a ticket at random. @returns its number */
async function write(workspace: TestWorkspace, count: number): Promise<number> {
  const { client } = workspace;
  if (count <= TICKETS) {
    const ticket = { email: `c${count}@customer.example`, subject: 'Help', description: '' };
    const more = { group: either(GROUPS), priority: either(PRIORITIES), tags: dice.some(TAGS) };
    return (await client.post('/tickets', { ...ticket, ...more }).expect(201)).body.ticket.number as number;
  }
  const number = 1 + dice.below(TICKETS);
  if (dice.below(4) > 0) await client.put(`/tickets/${number}`, changes()).expect(200);
  else await aComment(workspace, number, { comment_type: dice.of(['note', 'reply']) });
  return number;
}

/** Each event of a ticket by its position, with the ticket as the API showed it after the write that made the event. */
async function written(workspace: TestWorkspace): Promise<ReadonlyMap<number, ShownTicket>> {
  const { client } = workspace;
  const left = new Map<number, ShownTicket>();
  let after = 0;
  const read = async () => {
    const { body } = await client.get(`/events?include_notes=true&limit=500&after=${after}`).expect(200);
    after = body.next_after as number;
    return body.events as { position: number; data: { ticket?: object } }[];
  };
  await read();
  for (let count = 1; count <= WRITES; count++) {
    const { body } = await client.get(`/tickets/${await write(workspace, count)}`).expect(200);
    for (const { position, data } of await read())
      if (data.ticket) left.set(position, body.ticket as ShownTicket);
  }
  return left;
}

// @proves E-33-1
describe(`the events of ${WRITES} random writes`, () => {
  it(
    'reach complementary filters once each, and each filter by the ticket of that moment',
    async () => {
      const groups = ['Tier 1', 'Tier 2'].map((name) => ({ name }));
      const acme = await aWorkspace(app, { ...TWO_AGENTS, groups });
      const byList = (name: string, lists: Readonly<Record<string, readonly string[]>>) =>
        Object.fromEntries(Object.entries(lists).map(([key, values]) => [key, { [name]: values }]));
      const ids = await webhooksWith(acme, receiver.url, {
        all: null,
        ...byList('status', STATUSES),
        ...byList('group', GROUPS),
        ...byList('priority', PRIORITIES),
        picked: { group: ['Tier 2'], priority: ['urgent', 'low'], tag: ['VIP', 'late'] },
      });
      const left = await written(acme);
      expect(left.size).toBeGreaterThan(WRITES / 2);
      const delivered = await deliveredTo(acme, ids);
      const sorted = (...names: string[]): number[] =>
        names.flatMap((name) => delivered[name] ?? []).sort((one, other) => one - other);
      const about = sorted('all').filter((position) => left.has(position));
      expect(about).toEqual([...left.keys()]);
      for (const lists of [STATUSES, GROUPS, PRIORITIES])
        expect(sorted(...Object.keys(lists))).toEqual(about);
      const fitting = (fits: (ticket: ShownTicket) => boolean): number[] =>
        about.filter((position) => fits(left.get(position) as ShownTicket));
      expect(sorted('working')).toEqual(fitting(({ status }) => STATUSES.working.includes(status)));
      expect(sorted('picked')).toEqual(
        fitting(
          ({ group, priority, tags }) =>
            group === 'Tier 2' &&
            ['urgent', 'low'].includes(priority) &&
            tags.some((tag) => ['vip', 'late'].includes(tag)),
        ),
      );
    },
    TIME_LIMIT_MS,
  );
});
