import { aWorkspace, type TestWorkspace } from '../../../support/data/builders.js';
import {
  merging,
  numbersOf,
  participantsOf,
  pretendMerged,
  someTickets,
  unmerging,
} from '../../../support/data/merges.js';
import { allEvents } from '../../../support/data/events.js';
import { fieldErrors } from '../../../support/expectations.js';
import { useDesk } from '../../../support/test-app.js';

const app = useDesk();
let desk: TestWorkspace;

beforeEach(async () => {
  desk = await aWorkspace(app);
});

const statuses = (answers: readonly { status: number }[]) =>
  answers.map(({ status }) => status).sort((one, other) => one - other);

// @proves E-24-7
describe('a chain of merges', () => {
  it('is shortened at once: every merged ticket leads to one that is not merged', async () => {
    const numbers = await someTickets(desk, 10);
    const [last = 0] = numbers.slice(-1);
    for (const [index, number] of numbers.slice(0, -1).entries())
      await merging(desk, number, numbers[index + 1] ?? 0).expect(200);
    const others = numbers.slice(0, -1);
    expect(await numbersOf(desk, last)).toEqual([null, others]);
    for (const number of others) expect(await numbersOf(desk, number)).toEqual([last, []]);
    expect(await participantsOf(desk, last)).toHaveLength(9);
  });

  it('leads on when a merged ticket is named as target', async () => {
    const [one = 0, two = 0, three = 0] = await someTickets(desk, 3);
    await merging(desk, two, one).expect(200);
    await merging(desk, three, two).expect(200);
    expect(await numbersOf(desk, one)).toEqual([null, [two, three]]);
    expect(await participantsOf(desk, one)).toEqual(['cc c2@customer.example', 'cc c3@customer.example']);
  });

  it('has an event for each ticket that leads to another one then', async () => {
    const [one = 0, two = 0, three = 0] = await someTickets(desk, 3);
    await merging(desk, three, two).expect(200);
    await merging(desk, two, one).expect(200);
    await unmerging(desk, three).expect(200);
    const told = (await allEvents(desk)).flatMap(({ type, data }) => {
      const [before, after] = (data.changes['merged_into'] ?? []) as ({ number: number } | null)[];
      const names = [data.ticket?.number, before?.number ?? null, after?.number ?? null];
      return 'merged_into' in data.changes ? [[type, ...names]] : [];
    });
    expect(told.filter(([, number]) => number === three)).toEqual([
      ['ticket.merged', three, null, two],
      ['ticket.merged', three, two, one],
      ['ticket.updated', three, one, null],
    ]);
    expect(told).toHaveLength(4);
  });

  it('can be unmerged one ticket at a time', async () => {
    const [one = 0, two = 0, three = 0] = await someTickets(desk, 3);
    await merging(desk, three, two).expect(200);
    await merging(desk, two, one).expect(200);
    await unmerging(desk, two).expect(200);
    expect(await numbersOf(desk, one)).toEqual([null, [three]]);
    await merging(desk, one, two).expect(200);
    expect(await numbersOf(desk, two)).toEqual([null, [one, three]]);
  });

  it('has at most 500 tickets in the end', async () => {
    const [one = 0, two = 0, three = 0] = await someTickets(desk, 3);
    await pretendMerged(desk, two, 499);
    const refused = await merging(desk, two, one).expect(200);
    expect(refused.body.ticket.status).toBe('closed');
    expect(fieldErrors(await merging(desk, three, one).expect(422))).toEqual(['into']);
    await unmerging(desk, two).expect(200);
    await merging(desk, three, one).expect(200);
  });
});

// @proves E-24-7
describe('opposing merges at once', () => {
  it('of two tickets: one way wins, and the other is refused', async () => {
    const [one = 0, two = 0] = await someTickets(desk, 2);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        index % 2 === 0 ? merging(desk, one, two) : merging(desk, two, one),
      ),
    );
    expect(statuses(answers)).toEqual([200, ...Array<number>(24).fill(409), ...Array<number>(25).fill(422)]);
    const [merged, target] = (await numbersOf(desk, one))[0] === null ? [two, one] : [one, two];
    expect(await numbersOf(desk, merged)).toEqual([target, []]);
    expect(await numbersOf(desk, target)).toEqual([null, [merged]]);
  });

  it('around a ring: all but one are merged into that one', async () => {
    const numbers = await someTickets(desk, 20);
    const next = (index: number) => numbers[(index + 1) % numbers.length] ?? 0;
    const answers = await Promise.all(numbers.map((number, index) => merging(desk, number, next(index))));
    expect(statuses(answers)).toEqual([...Array<number>(19).fill(200), 422]);
    const places = await Promise.all(numbers.map((number) => numbersOf(desk, number)));
    const roots = numbers.filter((_, index) => places[index]?.[0] === null);
    expect(roots).toHaveLength(1);
    const others = numbers.filter((number) => number !== roots[0]);
    expect(await numbersOf(desk, roots[0] ?? 0)).toEqual([null, others]);
  });

  it('with updates between them: every update that was answered stays', async () => {
    const [one = 0, two = 0] = await someTickets(desk, 2);
    const tags = Array.from({ length: 20 }, (_, index) => `t${index}`);
    const updating = (number: number) =>
      tags.map((tag) => desk.client.patch(`/tickets/${number}`, { add_tags: [tag] }));
    const all = [...updating(one), merging(desk, one, two), ...updating(two)];
    const answers = await Promise.all(all);
    const kept = answers
      .slice(0, tags.length)
      .flatMap(({ status }, index) => (status === 200 ? [tags[index]] : []));
    expect(new Set(answers.map(({ status }) => status))).toEqual(
      kept.length === tags.length ? new Set([200]) : new Set([200, 409]),
    );
    const tagsOf = async (number: number): Promise<string[]> =>
      ((await desk.client.get(`/tickets/${number}`)).body.ticket.tags as string[]).sort();
    expect(await tagsOf(one)).toEqual(kept.sort());
    expect(await tagsOf(two)).toEqual([...tags].sort());
  });
});
