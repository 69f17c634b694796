import type { Request, Response } from 'express';
import { EventEmitter, once } from 'node:events';

import type { WorkspaceId } from '../../../kernel/ids.js';
import type { Configuration } from '../../config/configuration.js';
import { AnswerBudget, answerSpaceOf, lendSpace, spaceLentTo, type AnswerSpace } from './answer-budget.js';

const MIB = 1024 * 1024;
const acme = 'acme' as unknown as WorkspaceId;

let budget: AnswerBudget;

beforeEach(() => {
  budget = new AnswerBudget({ responseBufferBytes: 8 * MIB } as Configuration);
});

/** A request that was admitted. `end` ends its connection. */
async function admitted(): Promise<{ space: AnswerSpace; end: () => void }> {
  const request = { method: 'GET' } as Request;
  const response = new EventEmitter();
  await budget.admit(acme, request, response as unknown as Response);
  const space = answerSpaceOf(request);
  if (!space) throw new Error('The request has no space.');
  return { space, end: () => response.emit('close') };
}

it('A request whose tickets are read again has its room already.', async () => {
  const { space, end } = await admitted();
  await space.take(3 * MIB);
  await space.take(3 * MIB);
  end();
  const next = await admitted();
  await expect(next.space.take(4 * MIB)).resolves.toBeUndefined();
});

it('A workspace gets half, and a request that is over gets nothing.', async () => {
  const [first, second] = [await admitted(), await admitted()];
  await first.space.take(3 * MIB);
  const waiting = second.space.take(2 * MIB);
  second.end();
  first.end();
  await expect(waiting).rejects.toMatchObject({ code: 'unavailable' });
  const third = await admitted();
  await third.space.take(4 * MIB);
  await expect((await admitted()).space.take(1)).rejects.toMatchObject({ code: 'unavailable' });
});

it('An answer that is larger than half of the space gets the whole half.', async () => {
  const { space } = await admitted();
  await expect(space.take(100 * MIB)).resolves.toBeUndefined();
});

it.each([
  ['GET', true],
  ['HEAD', true],
  ['POST', false],
])('What %s reads finds the space of its request by the initiator: %s.', async (method, isLent) => {
  const request = { method } as Request;
  const initiator = { requestId: 'one', actor: null };
  await budget.admit(acme, request, new EventEmitter() as unknown as Response);
  lendSpace(request, initiator);
  expect(spaceLentTo(initiator) === answerSpaceOf(request)).toBe(isLent);
  expect(spaceLentTo({ requestId: 'one', actor: null })).toBeUndefined();
});

it('Pages are made one after the other, also after one that fails.', async () => {
  const events: string[] = [];
  const page = (name: string, end: Promise<void>) =>
    budget.inTurn(acme, async () => {
      events.push(`${name} begins`);
      await end.finally(() => events.push(`${name} ends`));
    });
  const gate = new EventEmitter();
  const first = page(
    'first',
    once(gate, 'fail').then(() => {
      throw new Error('It failed.');
    }),
  );
  const second = page('second', Promise.resolve());
  gate.emit('fail');
  await expect(first).rejects.toThrow('It failed.');
  await second;
  expect(events).toEqual(['first begins', 'first ends', 'second begins', 'second ends']);
});
