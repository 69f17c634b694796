/**
 * Something that belongs to another object, such as what is known of a request, kept on that object. A `WeakMap` would keep both in
 * memory until all of it is collected, because a value that leads to its key outlives every collection of young objects.
 */
export class Attachment<Owner extends object, Value> {
  private readonly key: symbol;

  constructor(what: string) {
    this.key = Symbol(what);
  }

  of(owner: Owner): Value | undefined {
    return (owner as Record<symbol, Value | undefined>)[this.key];
  }

  attach(owner: Owner, value: Value): void {
    (owner as Record<symbol, Value | undefined>)[this.key] = value;
  }

  /** Gives it away: whoever asks later finds nothing. */
  take(owner: Owner): Value | undefined {
    const value = this.of(owner);
    if (value !== undefined) (owner as Record<symbol, Value | undefined>)[this.key] = undefined;
    return value;
  }
}
