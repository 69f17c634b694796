import type { Readable } from 'node:stream';

/** Reads as many bytes as were announced from a pipe, on which nothing else comes meanwhile. @throws when the pipe ends before */
export function bytesFrom(pipe: Readable, byteSize: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafeSlow(byteSize);
  let length = 0;
  return new Promise((resolve, reject) => {
    const settle = (end: () => void): void => {
      pipe.off('data', take).off('close', give).pause();
      end();
    };
    const give = (): void => {
      settle(() => {
        reject(new Error('The pipe has ended.'));
      });
    };
    const take = (piece: Buffer): void => {
      length += piece.copy(bytes, length);
      if (length === byteSize) settle(() => { resolve(bytes); }); // prettier-ignore
    };
    if (byteSize === 0) resolve(bytes);
    else if (pipe.destroyed) give();
    else pipe.on('data', take).on('close', give).resume();
  });
}
