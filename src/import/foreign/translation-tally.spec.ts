import { TranslationTally } from './translation-tally.js';

it('A word without a counterpart is listed, also when it comes after any number of words that have one.', () => {
  const tally = new TranslationTally();
  for (let line = 1; line <= 10_001; line++)
    tally.add([{ kind: 'requester', from: `${line}`, to: 'unknown@customer.example' }], line);
  tally.add([{ kind: 'group', from: 'Sales (777)', to: undefined }], 10_002);
  tally.add([{ kind: 'field', from: 'Old (99)', to: null }], 10_003);
  expect(tally.mapped).toHaveLength(10_000);
  expect(tally.unmapped).toEqual([
    { item: { kind: 'group', from: 'Sales (777)', to: undefined }, count: 1, line: 10_002 },
  ]);
});
