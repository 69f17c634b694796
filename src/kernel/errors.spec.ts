import { DomainError, invalidRequest, refuseIfAny, unavailable } from './errors.js';
import { Problems } from './problems.js';

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
