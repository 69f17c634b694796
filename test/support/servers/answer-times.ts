import type { TestApp } from '../test-app.js';

/** Every request is answered in this time [rule 2]. */
const LONGEST_MS = 5_000;

/**
 * Expects that no answer of an application has taken 5 seconds, by its own clock: what a busy machine adds on the way to the test is
 * nobody's promise.
 */
export async function expectAnswersInTime({ operator }: Pick<TestApp, 'operator'>): Promise<void> {
  const lines = (await operator.requestLog()).map((line) => JSON.parse(line) as { ms: number });
  expect(lines.filter(({ ms }) => ms >= LONGEST_MS)).toEqual([]);
}
