/** How often it is looked at, in milliseconds. */
const WINDOW_MS = 5_000;

/**
 * Calls `tooSlow` when fewer than `bytesPerSecond` have passed for five seconds. `passed` counts all bytes so far.
 * @returns what ends the watch
 */
export function watchPace(passed: () => number, bytesPerSecond: number, tooSlow: () => void): () => void {
  let before = passed();
  const timer = setInterval(() => {
    const now = passed();
    if (now - before < (bytesPerSecond * WINDOW_MS) / 1_000) tooSlow();
    before = now;
  }, WINDOW_MS);
  return () => {
    clearInterval(timer);
  };
}
