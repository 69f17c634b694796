import { mapDraft, Problems } from './problems.js';

describe('problems', () => {
  it('are none at first', () => {
    const problems = new Problems();
    expect(problems.any).toBe(false);
    expect(problems.list).toEqual([]);
  });

  it('continue what was found before, in the order found', () => {
    const problems = new Problems([{ path: 'b', message: 'is wrong' }]);
    problems.add('a', 'is missing');
    expect(problems.any).toBe(true);
    expect(problems.list.map(({ path }) => path)).toEqual(['b', 'a']);
  });

  it('have one entry per path and message', () => {
    const problems = new Problems([{ path: 'a', message: 'is wrong' }]);
    problems.add('a', 'is wrong');
    problems.add('a', 'is too long');
    expect(problems.list.map(({ message }) => message)).toEqual(['is wrong', 'is too long']);
  });

  it('are a hundred at most, and tell that there are more', () => {
    const problems = new Problems();
    for (let at = 0; at < 100; at++) problems.add(`tags[${at}]`, 'is wrong');
    problems.add('tags[99]', 'is wrong');
    expect(problems.areMore).toBe(false);
    problems.add('subject', 'is wrong');
    expect(problems.areMore).toBe(true);
    expect(problems.list).toHaveLength(100);
    expect([problems.has('tags[99]'), problems.has('subject')]).toEqual([true, false]);
  });

  it('leave the list that they continue alone', () => {
    const before = [{ path: 'a', message: 'is wrong' }];
    new Problems(before).add('b', 'is wrong');
    expect(before).toHaveLength(1);
  });
});

describe('a draft in another form', () => {
  it('keeps its problems', () => {
    const problems = [{ path: 'a', message: 'is wrong' }];
    expect(mapDraft({ value: 2, problems }, (value) => value * 2)).toEqual({ value: 4, problems });
  });
});
