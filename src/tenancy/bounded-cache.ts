/**
 * A map that forgets: each entry after `lifetimeMs`, the oldest ones beyond `capacity`, everything at `clear()`.
 * What was looked up before a `clear()` is not stored after it, so that a revocation is never undone by a slow lookup.
 */
export class BoundedCache<Value> {
  private readonly entries = new Map<string, { readonly value: Value; readonly until: number }>();
  /** The lookups under way since the last `clear()`. */
  private loading = new Map<string, Promise<Value | null>>();

  constructor(
    private readonly capacity: number,
    private readonly lifetimeMs: () => number,
  ) {}

  /** The cached value, or what `load` finds; null is passed on and not kept. */
  async getOrLoad(key: string, load: () => Promise<Value | null>): Promise<Value | null> {
    return this.get(key) ?? this.loading.get(key) ?? this.load(key, load);
  }

  /** The cached value, or null. */
  get(key: string): Value | null {
    const entry = this.entries.get(key);
    return entry && entry.until > performance.now() ? entry.value : null;
  }

  /** Whoever asks for the same meanwhile waits for the same answer, unless something was forgotten in between. */
  private async load(key: string, load: () => Promise<Value | null>): Promise<Value | null> {
    const { loading } = this;
    const answer = load();
    loading.set(key, answer);
    try {
      const value = await answer;
      if (value !== null && loading === this.loading) this.store(key, value);
      return value;
    } finally {
      loading.delete(key);
    }
  }

  clear(): void {
    this.loading = new Map();
    this.entries.clear();
  }

  private store(key: string, value: Value): void {
    this.entries.delete(key);
    this.entries.set(key, { value, until: performance.now() + this.lifetimeMs() });
    if (this.entries.size <= this.capacity) return;
    for (const oldest of this.entries.keys()) {
      this.entries.delete(oldest);
      break;
    }
  }
}
