/** The hits of one caller in all processes together. */
export interface SharedCount {
  readonly id: string;
  readonly hits: number;
  readonly endsInMs: number;
}

/** A store through which processes share their counts. */
export interface SharedCounts {
  /** Adds hits and returns the new counts. Fails when the store fails. */
  add(hits: ReadonlyMap<string, number>): Promise<SharedCount[]>;
  close(): Promise<void>;
}

export const SHARED_COUNTS = Symbol('SHARED_COUNTS');
