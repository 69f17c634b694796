/**
 * A value that belongs to another object, such as what is known of a request, kept on that object. A `WeakMap` would keep both in
 * memory until the next full collection, because a value that leads to its key survives every collection of young objects.
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
}
