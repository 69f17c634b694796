/** `next` begins when the round `current` has ended. */
interface Rounds<Result> {
  readonly current: Promise<Result>;
  next: Promise<Result> | null;
}

/** Runs rounds of work on a thing, one after the other, and lets callers share them. A round that has begun may have looked too early for a new caller. */
export class SharedRounds<Key, Result> {
  private readonly rounds = new Map<Key, Rounds<Result>>();

  /** Waits for a round that begins after the call. The first caller of a round does the work of it. */
  join(key: Key, work: () => Promise<Result>): Promise<Result> {
    const rounds = this.rounds.get(key);
    if (!rounds) return this.begin(key, work);
    const begin = (): Promise<Result> => this.begin(key, work);
    return (rounds.next ??= rounds.current.then(begin, begin));
  }

  private begin(key: Key, work: () => Promise<Result>): Promise<Result> {
    const current = work().finally(() => {
      if (this.rounds.get(key)?.current === current) this.rounds.delete(key);
    });
    this.rounds.set(key, { current, next: null });
    return current;
  }
}
