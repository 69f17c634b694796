/** A promise that somebody else settles. */
export class Deferred<Value> {
  resolve!: (value: Value) => void;
  reject!: (reason: unknown) => void;

  readonly promise = new Promise<Value>((resolve, reject) => {
    this.resolve = resolve;
    this.reject = reject;
  });
}
