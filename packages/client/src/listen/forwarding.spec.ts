import { setImmediate as turn } from 'node:timers/promises';
import type { DeskEvent } from '../events.js';
import { Forwarding } from './forwarding.js';

const event = (position: number) => ({ position, type: 'ticket.created' }) as unknown as DeskEvent;

/** A program that takes events while `isUp`, and what it was handed. */
function aProgram() {
  const program = { isUp: true, isBusy: false, handed: [] as number[], said: [] as string[] };
  const forwarding = new Forwarding(
    async ({ position }) => {
      expect(program.isBusy).toBe(false);
      program.isBusy = true;
      await turn();
      program.isBusy = false;
      program.handed.push(position);
      return { isTaken: program.isUp, said: program.isUp ? '204' : 'away' };
    },
    (line) => void program.said.push(line),
  );
  return { program, forwarding };
}

// @proves E-33-16
describe('forwarding', () => {
  it('hands over one event at a time, shows tries that fail, and does them again in their order until they are taken', async () => {
    const { program, forwarding } = aProgram();
    await forwarding.take(event(1));
    program.isUp = false;
    await Promise.all([forwarding.take(event(2)), forwarding.take(event(3)), forwarding.again()]);
    expect([forwarding.oldest, forwarding.waiting]).toEqual([2, 2]);
    program.isUp = true;
    await forwarding.take(event(4));
    await forwarding.again();
    await forwarding.again();
    expect(program.handed).toEqual([1, 2, 3, 2, 3, 4, 2, 3]);
    expect([forwarding.oldest, forwarding.waiting]).toEqual([undefined, 0]);
    expect(program.said.slice(0, 2)).toEqual([
      '1 ticket.created 204',
      '2 ticket.created was not taken: away (Enter tries again)',
    ]);
  });

  it('keeps 1,000 events at most', async () => {
    const { program, forwarding } = aProgram();
    program.isUp = false;
    for (let position = 1; position < 1_000; position++) await forwarding.take(event(position));
    expect(forwarding.isFull).toBe(false);
    await forwarding.take(event(1_000));
    expect(forwarding.isFull).toBe(true);
  });
});
