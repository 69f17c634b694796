/** A row is tried alone this often before it is left out: another transaction may have been in its way. */
const TRIES_ALONE = 3;

/**
 * Says how many rows the next batch takes: half of one that failed, so that its bad row is soon tried alone, and twice as many after each
 * success.
 */
export class BatchSize {
  private rows: number;
  private failedAlone = 0;

  constructor(private readonly most: number) {
    this.rows = most;
  }

  get next(): number {
    return this.rows;
  }

  succeed(): void {
    this.rows = Math.min(this.rows * 2, this.most);
    this.failedAlone = 0;
  }

  /** Notes that a batch of `rows` rows has failed. @returns true when it was one row, which has failed often enough to be left out */
  fail(rows: number): boolean {
    this.rows = Math.max(Math.ceil(rows / 2), 1);
    if (rows > 1) return false;
    this.failedAlone += 1;
    if (this.failedAlone < TRIES_ALONE) return false;
    this.failedAlone = 0;
    return true;
  }
}
