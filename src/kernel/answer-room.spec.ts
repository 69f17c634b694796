import { readWithin, roomBeside, type AnswerRoom } from './answer-room.js';

const taken: number[] = [];
const ROOM: AnswerRoom = {
  ...{ free: 100, most: 1_000 },
  take: (bytes) => {
    taken.push(bytes);
    return Promise.resolve();
  },
};
beforeEach(() => taken.splice(0));

/** Reads something so heavy beside so many bytes. Gives what was asked for. */
async function readBeside(bytes: number, weight: number): Promise<number[]> {
  const asked: number[] = [];
  await readWithin(
    roomBeside(ROOM, bytes),
    (most) => {
      asked.push(most);
      return Promise.resolve([{ weight }]);
    },
    () => new Error('too large'),
  );
  return asked;
}

describe('room beside what an answer has already', () => {
  it('needs none while both are small', async () => {
    expect(await readBeside(60, 40)).toEqual([40]);
    expect(taken).toEqual([]);
  });

  it('is taken for both together', async () => {
    expect(await readBeside(60, 41)).toEqual([40, Number.MAX_SAFE_INTEGER]);
    expect(taken).toEqual([101]);
  });

  it('is taken when only the other is large', async () => {
    await readBeside(300, 0);
    expect(taken).toEqual([300]);
  });
});
