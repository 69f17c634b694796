/**
 * Answers many simultaneous questions about the same thing by few queries. While one query runs, all who ask share the next one, so that no
 * answer is older than its question.
 */
export class SharedLooks<Answer> {
  private readonly underWay = new Map<string, Promise<void>>();
  private readonly behind = new Map<string, Promise<Answer>>();

  /** @throws what `look` throws, to all who share it */
  ask(thing: string, look: () => Promise<Answer>): Promise<Answer> {
    const current = this.underWay.get(thing);
    if (current === undefined) return this.begin(thing, look);
    const next =
      this.behind.get(thing) ??
      current.then(() => {
        this.behind.delete(thing);
        return this.begin(thing, look);
      });
    this.behind.set(thing, next);
    return next;
  }

  private begin(thing: string, look: () => Promise<Answer>): Promise<Answer> {
    const answer = look();
    const end = (): void => {
      this.underWay.delete(thing);
    };
    this.underWay.set(thing, answer.then(end, end));
    return answer;
  }
}
