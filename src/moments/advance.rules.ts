const [SECOND, MINUTE, HOUR, DAY] = [1_000, 60_000, 3_600_000, 86_400_000];

/** One step moves the test clock by at most this number of days [rule 31]. */
export const MOST_DAYS_AHEAD = 366;
export const MOST_MS = MOST_DAYS_AHEAD * DAY;

/** The parts of a duration of ISO 8601. Months and years have no certain length. */
const DURATION =
  /^P(?=.)(?:(\d{1,9})W)?(?:(\d{1,9})D)?(?:T(?=.)(?:(\d{1,9})H)?(?:(\d{1,9})M)?(?:(\d{1,9}(?:\.\d{1,3})?)S)?)?$/;
const UNITS = [7 * DAY, DAY, HOUR, MINUTE, SECOND];

/** Reads a duration such as `P4D` and `PT4H30M`. @returns its milliseconds; null when it is none */
export function readDuration(text: string): number | null {
  const parts = DURATION.exec(text)?.slice(1);
  if (!parts) return null;
  return parts.reduce(
    (sum, part: string | undefined, at) => sum + Math.round(Number(part ?? 0) * (UNITS[at] ?? 0)),
    0,
  );
}

/** @returns why the test clock cannot be moved by a duration; null when it can */
export function checkAdvance(value: unknown): string | null {
  const milliseconds = typeof value === 'string' ? readDuration(value) : null;
  if (milliseconds === null)
    return 'must be a duration of ISO 8601 in weeks, days, hours, minutes and seconds, such as PT4H';
  return milliseconds > MOST_MS ? `must be at most ${MOST_DAYS_AHEAD} days` : null;
}
