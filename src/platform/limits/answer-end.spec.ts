import { EventEmitter } from 'node:events';
import { AnswerEnd, type EndingAnswer } from './answer-end.js';

/** An answer on a connection. */
function anAnswer(connection: EventEmitter & { destroyed?: boolean }, closed = false) {
  const socket = Object.assign(connection, { destroyed: connection.destroyed ?? false });
  return Object.assign(new EventEmitter(), { closed, req: { socket } }) satisfies EndingAnswer;
}

/** Counts how often the end is told. */
function endsOf(answer: EndingAnswer): { times: number; forget: () => void } {
  const told = { times: 0, forget: (): void => undefined };
  told.forget = AnswerEnd.of(answer).whenOver(() => (told.times += 1));
  return told;
}

describe('the end of an answer is told once', () => {
  it('when it has left, and not again when its connection ends', () => {
    const connection = new EventEmitter();
    const answer = anAnswer(connection);
    const told = endsOf(answer);
    expect(told.times).toBe(0);
    answer.emit('close');
    connection.emit('close');
    expect(told.times).toBe(1);
  });

  it('when its connection ends, also to those that wait behind another answer', () => {
    const connection = new EventEmitter();
    const told = [1, 2, 3].map(() => endsOf(anAnswer(connection)));
    expect(connection.listenerCount('close')).toBe(1);
    connection.emit('close');
    expect(told.map(({ times }) => times)).toEqual([1, 1, 1]);
  });

  it.each([
    ['the answer had left before', () => anAnswer(new EventEmitter(), true)],
    [
      'the connection had ended before',
      () => anAnswer(Object.assign(new EventEmitter(), { destroyed: true })),
    ],
  ])('at once when %s', (_when, answer) => {
    expect(endsOf(answer()).times).toBe(1);
  });

  it('to no listener that was taken back', () => {
    const answer = anAnswer(new EventEmitter());
    const told = endsOf(answer);
    told.forget();
    answer.emit('close');
    expect(told.times).toBe(0);
    expect(endsOf(answer).times).toBe(1);
  });
});
