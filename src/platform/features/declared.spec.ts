import { declaredFeatures, declareFeatures, type TableFacts } from './facts.js';

it('tells a program that has not imported the facts what to import', () => {
  const declared = declaredFeatures();
  declareFeatures(undefined as never);
  expect(declaredFeatures).toThrow('import src/app/features.ts before anything else');
  declareFeatures(declared);
});

it('refuses a table without a statement that erases, or the reason why nothing of a person stands there', () => {
  // @ts-expect-error The compiler is the test.
  const silent: TableFacts = { rights: 'all' };
  const said: TableFacts = { rights: 'all', nobody: 'numbers' };
  expect([silent, said]).toHaveLength(2);
});
