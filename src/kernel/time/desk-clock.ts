/**
 * Tells the desk's now, by which moments of tickets pass [rule 31]. It is the clock of the system, unless the test clock of a temporary desk
 * has moved it forwards. The dates of rows do not follow it.
 */
export class DeskClock {
  private ahead = 0;

  /** Counts the milliseconds by which the desk's now is ahead of the clock of the system. */
  get aheadMs(): number {
    return this.ahead;
  }

  now(): Date {
    return this.at(new Date());
  }

  /** Tells the desk's now at a time of the system, such as one that the database has told. */
  at(time: Date): Date {
    return new Date(time.getTime() + this.ahead);
  }

  advance(milliseconds: number): void {
    this.ahead += milliseconds;
  }
}
