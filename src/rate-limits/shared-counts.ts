/** What all processes together have counted of one caller. */
export interface SharedCount {
  readonly id: string;
  readonly hits: number;
  readonly endsInMs: number;
}

/** Where processes tell each other what they have counted. */
export interface SharedCounts {
  /** Adds hits and says what they come to. Fails when the store does. */
  add(hits: ReadonlyMap<string, number>): Promise<SharedCount[]>;
  close(): Promise<void>;
}

export const SHARED_COUNTS = Symbol('SHARED_COUNTS');
