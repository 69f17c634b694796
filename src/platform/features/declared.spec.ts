import { declaredFeatures, declareFeatures } from './facts.js';

it('tells a program that has not imported the facts what to import', () => {
  const declared = declaredFeatures();
  declareFeatures(undefined as never);
  expect(declaredFeatures).toThrow('import src/app/features.ts before anything else');
  declareFeatures(declared);
});
