/** The figures of a subject in a span of time. Averages are seconds by count. */
export const FIGURES = [
  'entered',
  'assigned',
  'closed',
  'responses',
  'response_seconds',
  'resolutions',
  'resolution_seconds',
] as const;

/** The kinds of subjects: the whole workspace, which tickets enter when they are created, and what a ticket can have. */
export type SubjectKind = 'workspace' | 'status' | 'member' | 'group';

/** Days and months are those of the time zone, minutes those of UTC. Only the last days have minutes. */
export type Grain = 'minute' | 'day' | 'month';

/** Days that have minutes: a rolling day, the one before it, and one to spare. */
export const DAYS_OF_MINUTES = 3;
