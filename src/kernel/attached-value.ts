/**
 * Keeps a value on the object to which it belongs, such as a request. A `WeakMap` would keep both in memory until the next full
 * collection, because a value that leads to its key survives every collection of young objects.
 */
export class AttachedValue<Owner extends object, Value> {
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
