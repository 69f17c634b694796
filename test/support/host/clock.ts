const { now } = Date;

/** Sets the clock of this process ahead. */
export function setAhead(ms: number): void {
  Date.now = () => now() + ms;
}
