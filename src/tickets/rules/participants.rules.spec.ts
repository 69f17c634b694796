import { Problems } from '../../kernel/errors.js';
import { MAX_PARTICIPANTS, readParticipants } from './participants.rules.js';

describe('the people of a ticket', () => {
  const people = Array.from({ length: MAX_PARTICIPANTS }, (_, index) => `person${index}@shop.example`);
  const read = (cc: readonly string[]) => {
    const problems = new Problems();
    const participants = readParticipants({ cc }, problems);
    return { participants, paths: problems.list.map(({ path }) => path) };
  };

  it('are as many as there may be', () => {
    const { participants, paths } = read(people);
    expect([participants.length, paths]).toEqual([MAX_PARTICIPANTS, []]);
  });

  it('are not looked at behind the limit', () => {
    expect(read([...people, 'nobody'])).toMatchObject({ paths: ['cc'] });
    expect(read([...people.slice(1), 'nobody', 'nobody']).paths).toEqual([
      'cc',
      `cc[${MAX_PARTICIPANTS - 1}]`,
    ]);
  });
});
