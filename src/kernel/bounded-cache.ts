interface CacheLimits<Value> {
  /** The remembered entries together weigh no more. */
  readonly capacity: number;
  /** By default, an entry weighs 1. */
  readonly weightOf?: (value: Value) => number;
  /** Tells whether entries may be used now. By default they always may. */
  readonly isTrusted?: () => boolean;
}

interface Entry<Value> {
  readonly value: Value;
  readonly weight: number;
}

/** A map that forgets: the least recently used entries beyond the capacity, all at `clear()`. */
export class BoundedCache<Value> {
  private readonly entries = new Map<string, Entry<Value>>();
  /** These lookups have begun since the last `clear()` and go on. */
  private loading = new Map<string, Promise<Value | null>>();
  private weight = 0;

  constructor(private readonly limits: CacheLimits<Value>) {}

  get(key: string): Value | null {
    const entry = this.entries.get(key);
    if (!entry || this.limits.isTrusted?.() === false) return null;
    // The entry becomes the youngest one, in the map's order of insertion. While half of the capacity is free, that does not matter.
    if (2 * this.weight > this.limits.capacity) {
      this.entries.delete(key);
      this.entries.set(key, entry);
    }
    return entry.value;
  }

  set(key: string, value: Value): void {
    const { capacity, weightOf = () => 1 } = this.limits;
    this.forget(key);
    const entry = { value, weight: weightOf(value) };
    // It would push out all others, and would not fit.
    if (entry.weight > capacity) return;
    this.entries.set(key, entry);
    this.weight += entry.weight;
    for (const oldest of this.entries.keys()) {
      if (this.weight <= capacity) return;
      this.forget(oldest);
    }
  }

  /** Loads a value that is not remembered. Null is passed on and not remembered. Equal lookups at one time share one `load`. */
  async getOrLoad(key: string, load: () => Promise<Value | null>): Promise<Value | null> {
    return this.get(key) ?? this.loading.get(key) ?? this.load(key, load);
  }

  clear(): void {
    this.loading = new Map();
    this.entries.clear();
    this.weight = 0;
  }

  /** Forgets one entry. A look-up that goes on may bring it back. */
  forget(key: string): void {
    this.weight -= this.entries.get(key)?.weight ?? 0;
    this.entries.delete(key);
  }

  private async load(key: string, load: () => Promise<Value | null>): Promise<Value | null> {
    const { loading } = this;
    const answer = load();
    loading.set(key, answer);
    try {
      const value = await answer;
      // A lookup that began before a `clear()` must not bring back what it forgot, such as a revoked key.
      if (value !== null && loading === this.loading) this.set(key, value);
      return value;
    } finally {
      loading.delete(key);
    }
  }
}
