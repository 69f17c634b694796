import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { EventLine, LINE_TIMES, sentEvent } from './event-line.js';

/** An answer whose client takes everything, until it does not. */
class Answer extends EventEmitter {
  text = '';
  isFull = false;
  isEnded = false;
  isDestroyed = false;

  write(bytes: Uint8Array | string): boolean {
    this.text += Buffer.from(bytes as string).toString();
    return !this.isFull;
  }
  end(): void {
    this.isEnded = true;
    this.emit('close');
  }
  destroy(): void {
    this.isDestroyed = true;
  }
}

let answer: Answer;
let line: EventLine;
const OPENING = 'retry: 1000\nid: 7\n\n';

beforeEach(() => {
  answer = new Answer();
  line = new EventLine(answer as unknown as ServerResponse, 7);
});
afterEach(() => {
  line.close();
});

const later = (ms: number): void => {
  line.tick(performance.now() + ms);
};

describe('a stream of events', () => {
  it('begins with its position, and sends an event as three lines', () => {
    line.send(Buffer.from(sentEvent({ position: 8, type: 'ticket.created' }, { a: 'x\ny' })), 8);
    expect(answer.text).toBe(`${OPENING}id: 8\nevent: ticket.created\ndata: {"a":"x\\ny"}\n\n`);
  });

  // @proves E-33-8
  it('sends a comment after 15 seconds in which nothing happened, and not before', () => {
    later(14_000);
    expect(answer.text).toBe(OPENING);
    later(15_001);
    expect(answer.text).toBe(`${OPENING}:\n\n`);
  });

  // @proves E-33-8
  it('ends after 5 minutes, names its position, and sends nothing after that', () => {
    line.send(Buffer.from(''), 9);
    later(5 * 60_000 - 1_000);
    expect(answer.isEnded).toBe(false);
    later(5 * 60_000 + 1);
    expect([answer.isEnded, answer.isDestroyed]).toEqual([true, false]);
    expect(answer.text).toMatch(/retry: 1000\nid: 9\n\n$/);
    const { text } = answer;
    line.send(Buffer.from('more'), 10);
    later(10 * 60_000);
    expect(answer.text).toBe(text);
  });

  // @proves E-33-11
  it('is cut off when its client has not taken what was sent for 5 seconds, and gets no comment meanwhile', () => {
    answer.isFull = true;
    line.send(Buffer.from('words'), 8);
    expect(line.isReady).toBe(false);
    later(LINE_TIMES.untaken - 100);
    expect(answer.isDestroyed).toBe(false);
    later(LINE_TIMES.untaken + 100);
    expect(answer.isDestroyed).toBe(true);
    expect(answer.text).toBe(`${OPENING}words`);
  });

  it('is ready again and tells it when its client has taken everything', () => {
    let told = 0;
    line.whenTaken = () => (told += 1);
    answer.isFull = true;
    line.send(Buffer.from('words'), 8);
    answer.isFull = false;
    answer.emit('drain');
    expect([line.isReady, told]).toEqual([true, 1]);
    later(LINE_TIMES.untaken + 100);
    expect(answer.isDestroyed).toBe(false);
  });

  it('is cut off at its end when its client takes nothing', () => {
    answer.isFull = true;
    line.send(Buffer.from('words'), 8);
    line.end();
    expect([answer.isEnded, answer.isDestroyed]).toEqual([false, true]);
  });
});
