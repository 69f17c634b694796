import type { Problems } from '../../kernel/problems.js';

/** The dates of its history that an entry names. Absent means not named. */
export interface EntryDates {
  readonly createdAt?: Date;
  readonly updatedAt?: Date;
  readonly closedAt?: Date;
}

/** Whether an entry may name moments that are still to come. */
export type FutureRule = 'allowed' | 'refused';

/** Refuses dates that contradict each other. The ticket would have the dates behind `sent`. */
export function refuseImpossibleDates(
  sent: EntryDates,
  { createdAt, closedAt }: { readonly createdAt: Date; readonly closedAt: Date | null },
  isClosed: boolean,
  problems: Problems,
): void {
  if (sent.closedAt && !isClosed) problems.add('closed_at', 'is for tickets with the status closed only');
  // A created_at that is refused already cannot be compared.
  if (problems.has('created_at')) return;
  if (sent.updatedAt && sent.updatedAt < createdAt)
    problems.add('updated_at', 'must not be before created_at');
  if (isClosed && closedAt && closedAt < createdAt)
    problems.add('closed_at', 'must not be before created_at');
}

/** Refuses dates after `now`. */
export function refuseFutureDates(sent: EntryDates, now: Date, problems: Problems): void {
  const dates = [
    ['created_at', sent.createdAt],
    ['updated_at', sent.updatedAt],
    ['closed_at', sent.closedAt],
  ] as const;
  for (const [path, date] of dates) if (date && date > now) problems.add(path, 'must not be in the future');
}
