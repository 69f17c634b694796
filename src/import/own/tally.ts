import type { RejectedLine } from './ticket-import.service.js';

/** Says how often an item occurs in a file, and in which line first. */
export interface Tallied<Item> {
  readonly item: Item;
  readonly count: number;
  readonly line: number;
}

/** Counts equal items of a file. Items beyond the first `most` different ones are left out, so that memory stays flat. */
export class Tally<Item> {
  private readonly tallied = new Map<string, { item: Item; count: number; line: number }>();

  constructor(private readonly most: number) {}

  count(key: string, item: Item, line: number): void {
    const known = this.tallied.get(key);
    if (known) known.count += 1;
    else if (this.tallied.size < this.most) this.tallied.set(key, { item, count: 1, line });
  }

  /** Lists the items, the most frequent one first. */
  get list(): readonly Tallied<Item>[] {
    return [...this.tallied.values()].sort((one, other) => other.count - one.count);
  }
}

export class ReasonTally extends Tally<string> {
  constructor() {
    super(1_000);
  }

  /** Counts each reason of a line once, however many of its comments have it. */
  add({ line, problems }: RejectedLine): void {
    const reasons = problems.map(({ path, message }) => `${path.replace(/\[\d+\]/g, '[]')} ${message}`);
    for (const reason of new Set(reasons)) this.count(reason, reason, line);
  }
}
