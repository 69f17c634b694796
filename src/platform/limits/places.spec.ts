import { EventEmitter } from 'node:events';
import { Places, type Holder } from './places.js';

const ACME: Holder = ['acme', 2];
const MOST_WAITING = 1;

let places: Places;

beforeEach(() => {
  places = new Places();
});

const settled = () => new Promise((resolve) => setImmediate(resolve));

it('A place counts for each of its holders until its request ends.', () => {
  const request = new EventEmitter();
  expect(places.take([['all', 1], ACME], request)).toBe(true);
  expect(places.take([['all', 1]], new EventEmitter())).toBe(false);
  expect(places.take([ACME], new EventEmitter())).toBe(true);
  expect(places.take([ACME], new EventEmitter())).toBe(false);
  request.emit('close');
  expect(places.take([['all', 1], ACME], new EventEmitter())).toBe(true);
});

it('Whoever waits takes the place that comes free before anybody who comes later.', async () => {
  const first = new EventEmitter();
  await places.takeInTurn(['acme', 1], MOST_WAITING, first);
  const second = places.takeInTurn(['acme', 1], MOST_WAITING, new EventEmitter());
  expect(await places.takeInTurn(['acme', 1], MOST_WAITING, new EventEmitter())).toBe(false);
  first.emit('close');
  expect(places.take([['acme', 1]], new EventEmitter())).toBe(false);
  await expect(second).resolves.toBe(true);
});

it('A request that ends while it waits leaves its place in the line.', async () => {
  const [first, second] = [new EventEmitter(), new EventEmitter()];
  await places.takeInTurn(['acme', 1], MOST_WAITING, first);
  const waiting = places.takeInTurn(['acme', 1], MOST_WAITING, second);
  second.emit('close');
  await expect(waiting).rejects.toMatchObject({ code: 'unavailable' });
  const third = places.takeInTurn(['acme', 1], MOST_WAITING, new EventEmitter());
  first.emit('close');
  await settled();
  await expect(third).resolves.toBe(true);
});
