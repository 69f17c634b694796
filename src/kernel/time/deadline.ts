/** The end of the time for which a client waits for a piece of work. */
export interface Deadline {
  /** The number is zero or less when the deadline is over. */
  readonly remainingMs: number;
  /** Called when COMMIT is sent. From then until PostgreSQL answers, it is unknown whether the changes are kept. */
  beginKeeping(): void;
}

/** A command works without a time limit. */
export const NO_DEADLINE: Deadline = Object.freeze({
  remainingMs: Number.POSITIVE_INFINITY,
  beginKeeping: () => undefined,
});

export function deadlineIn(ms: number): Deadline {
  const end = performance.now() + ms;
  return {
    get remainingMs() {
      return end - performance.now();
    },
    beginKeeping: () => undefined,
  };
}
