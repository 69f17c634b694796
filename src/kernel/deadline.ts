/** How long somebody still waits for the result of a piece of work. */
export interface Deadline {
  /** Milliseconds; zero or less when nobody waits any more. */
  readonly remainingMs: number;
  /** Called when the database was told to keep the changes: until it answers, nobody knows whether it does. */
  beginKeeping(): void;
}

/** Work that may take as long as it takes, such as a command's. */
export const NO_DEADLINE: Deadline = Object.freeze({
  remainingMs: Number.POSITIVE_INFINITY,
  beginKeeping: () => undefined,
});

/** A deadline so many milliseconds from now. */
export function deadlineIn(ms: number): Deadline {
  const end = performance.now() + ms;
  return {
    get remainingMs() {
      return end - performance.now();
    },
    beginKeeping: () => undefined,
  };
}
