// How much a test does: little in `npm test`, `npm run test:faults` and CI, everything in `npm run test:long`.

/** `TEST_LONG=true` asks for full sizes; `npm run test:long` sets it. */
export const isLong = process.env['TEST_LONG'] === 'true';

interface Sizes {
  /** Enough to see the mistake that the test is about. */
  readonly here: number;
  /** The number that a document promises or a release has to prove. */
  readonly long: number;
  /** An environment variable that decides instead, when it is set: `KILLS=50 npm run test:faults -- mail-in`. */
  readonly by?: string;
}

/** Chooses the size of a test: `const KILLS = size({ here: 6, long: 20, by: 'KILLS' })`. */
export function size({ here, long, by }: Sizes): number {
  const given = by === undefined ? undefined : process.env[by];
  if (given === undefined || given === '') return isLong ? long : here;
  const number = Number(given);
  if (!Number.isInteger(number) || number < 1) throw new Error(`${by ?? ''}=${given} is no whole number.`);
  return number;
}
