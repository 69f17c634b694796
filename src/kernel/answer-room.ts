/** Room for a large answer in the memory of the process, which is taken before its rows are read (decision 22). Sizes are in bytes. */
export interface AnswerRoom {
  /** An answer of so much needs no room. */
  readonly free: number;
  /** No answer that could be smaller gets more. */
  readonly most: number;
  /**
   * Waits for room until the request is answered.
   * @throws unavailable when there is none within a second
   */
  take(bytes: number): Promise<void>;
}

/** For work whose result is no answer. */
export const NO_ANSWER: AnswerRoom = Object.freeze({
  free: Number.MAX_SAFE_INTEGER,
  most: Number.MAX_SAFE_INTEGER,
  take: () => Promise.resolve(),
});

/** The room of an answer for what it has besides `bytes`, which it will hold too. */
export function roomBeside(room: AnswerRoom, bytes: number): AnswerRoom {
  return {
    free: room.free - bytes,
    most: room.most - bytes,
    take: (more) => room.take(bytes + more),
  };
}

/** How many bytes the texts of what was found have. When there are too many, the texts are null. */
export interface Weighed {
  readonly weight: number;
  /** The weight of the heaviest item of a page. */
  readonly heaviest?: number;
}

/**
 * What `read` finds. When its texts are heavy, they are read in a second step, after room was made for them.
 * @throws what `tooLarge` makes of the size of a page that fits, unavailable
 */
export async function readWithin<Row extends Weighed>(
  room: AnswerRoom,
  read: (mostBytes: number) => Promise<Row[]>,
  tooLarge: (size: number) => Error,
): Promise<Row[]> {
  const rows = await read(room.free);
  const { weight = 0, heaviest = 0 } = rows[0] ?? {};
  if (weight <= room.free) return rows;
  if (weight > room.most && rows.length > 1) throw tooLarge(Math.max(1, Math.floor(room.most / heaviest)));
  await room.take(weight);
  return read(Number.MAX_SAFE_INTEGER);
}
