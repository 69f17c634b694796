import {
  DomainError,
  invalidRequest,
  refuseIfAny,
  unavailable,
  Problems,
  mapInput,
  messageOf,
  traceOf,
} from './errors.js';

const wrong = (path: string) => ({ path, message: 'is wrong' });

describe('an invalid request', () => {
  it('says its only problem in the sentence', () => {
    expect(invalidRequest(new Problems([wrong('subject')])).message).toBe(
      'The request is invalid: subject is wrong.',
    );
  });

  it('says a problem that is a sentence of its own as it is', () => {
    const problems = new Problems([{ path: 'byte_size', message: 'File must be 50 MB or smaller.' }]);
    expect(invalidRequest(problems).message).toBe('The request is invalid: File must be 50 MB or smaller.');
  });

  it('says how many problems there are', () => {
    const error = invalidRequest(new Problems([wrong('subject'), wrong('tags[0]')]));
    expect(error.message).toBe('The request is invalid: 2 problems were found.');
    expect(error.problems.map(({ path }) => path)).toEqual(['subject', 'tags[0]']);
  });

  it('lists the first hundred problems, and says that there are more', () => {
    const many = (count: number) =>
      invalidRequest(new Problems(Array.from({ length: count }, (_, index) => wrong(`tags[${index}]`))));
    expect(many(100).message).toBe('The request is invalid: 100 problems were found.');
    expect(many(101).message).toBe(
      'The request is invalid: more than 100 problems were found, of which these are the first.',
    );
    expect(many(5_000).problems.map(({ path }) => path)).toEqual(many(100).problems.map(({ path }) => path));
  });

  it('says that there are more also when an earlier step has found them', () => {
    const earlier = new Problems(Array.from({ length: 150 }, (_, index) => wrong(`tags[${index}]`)));
    const { problems, message } = invalidRequest(new Problems(earlier.passedOn));
    expect([problems.length, message.includes('more than 100')]).toEqual([100, true]);
  });

  it('has a stable code', () => {
    expect(invalidRequest(new Problems())).toMatchObject({ kind: 'invalid', code: 'invalid_request' });
  });
});

describe('refusing', () => {
  it('lets a request without problems through', () => {
    expect(() => {
      refuseIfAny(new Problems());
    }).not.toThrow();
  });

  it('names every problem', () => {
    const refused = () => {
      refuseIfAny(new Problems([wrong('a'), wrong('b')]));
    };
    expect(refused).toThrow(DomainError);
    expect(refused).toThrow('2 problems');
  });
});

describe('being unavailable', () => {
  it('keeps the cause for the log and out of the sentence', () => {
    const cause = new Error('connect ECONNREFUSED 10.0.0.1:5432');
    const error = unavailable(cause);
    expect(error).toMatchObject({ kind: 'unavailable', cause });
    expect(error.message).not.toContain('10.0.0.1');
  });
});

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

describe('checked input in another form', () => {
  it('keeps its problems', () => {
    const problems = [{ path: 'a', message: 'is wrong' }];
    expect(mapInput({ value: 2, problems }, (value) => value * 2)).toEqual({ value: 4, problems });
  });
});

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
