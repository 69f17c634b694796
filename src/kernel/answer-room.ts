/** Room for a large answer in the memory of the process, which is taken before its rows are read (decision 22). Sizes are in bytes. */
export interface AnswerRoom {
  /** An answer of so much needs no room. */
  readonly free: number;
  /** No answer that could be smaller gets more. */
  readonly most: number;
  /**
   * Waits for room until the request is answered.
   * @throws unavailable when there is none within a second
   */
  take(bytes: number): Promise<void>;
}

/** For work whose result is no answer. */
export const NO_ANSWER: AnswerRoom = Object.freeze({
  free: Number.MAX_SAFE_INTEGER,
  most: Number.MAX_SAFE_INTEGER,
  take: () => Promise.resolve(),
});
