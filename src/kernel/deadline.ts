/** How long a client still waits for the result of a piece of work. */
export interface Deadline {
  /** Milliseconds that are left; zero or less when the deadline is over. */
  readonly remainingMs: number;
  /** Called when COMMIT is sent. From then until PostgreSQL answers, it is unknown whether the changes are kept. */
  beginKeeping(): void;
}

/** For work without a time limit, such as a command's. */
export const NO_DEADLINE: Deadline = Object.freeze({
  remainingMs: Number.POSITIVE_INFINITY,
  beginKeeping: () => undefined,
});

/** Makes a deadline that ends `ms` milliseconds from now. */
export function deadlineIn(ms: number): Deadline {
  const end = performance.now() + ms;
  return {
    get remainingMs() {
      return end - performance.now();
    },
    beginKeeping: () => undefined,
  };
}
