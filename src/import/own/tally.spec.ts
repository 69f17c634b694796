import { ReasonTally } from './tally.js';

const refused = (line: number, ...paths: readonly string[]) => ({
  ...{ line, text: '' },
  problems: paths.map((path) => ({ path, message: 'is wrong' })),
});

it('A reason counts once for a line, however many of its comments have it, and again for the next line.', () => {
  const reasons = new ReasonTally();
  reasons.add(refused(1, 'comments[0].author_email', 'comments[1].author_email', 'email'));
  reasons.add(refused(2, 'comments[7].author_email'));
  expect(reasons.list).toEqual([
    { item: 'comments[].author_email is wrong', count: 2, line: 1 },
    { item: 'email is wrong', count: 1, line: 1 },
  ]);
});
