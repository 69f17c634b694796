import { messageOf, traceOf } from './thrown.js';

describe('what was thrown', () => {
  it('is put into words, whatever it is', () => {
    expect(messageOf(new Error('No.'))).toBe('No.');
    expect(messageOf(new AggregateError([new Error('First.'), new Error('Second.')]))).toBe('First.');
    expect(messageOf('just so')).toBe('just so');
  });

  it('says where it comes from, as far as that is known', () => {
    const error = new Error('No.');
    expect(traceOf(error)).toBe(error.stack);
    expect(traceOf(Object.assign(new Error('No.'), { stack: undefined }))).toBe('No.');
    expect(traceOf('just so')).toBe('just so');
  });
});
