import type { Response } from 'express';
import { AnswerEnd } from '../../limits/answer-end.js';

/** The client has ended the connection, or takes nothing. */
export class ClientGone extends Error {}

/** Waits until a piece has left. @throws ClientGone when the client goes before that, or after `mostMs` */
export function written(piece: Uint8Array, response: Response, mostMs?: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const gone = (): void => {
      clearTimeout(timer);
      reject(new ClientGone());
    };
    const timer = mostMs === undefined ? undefined : setTimeout(gone, mostMs);
    if (response.destroyed || AnswerEnd.of(response).isOver) {
      gone();
      return;
    }
    const forget = AnswerEnd.of(response).whenOver(gone);
    response.write(piece, () => {
      clearTimeout(timer);
      forget();
      resolve();
    });
  });
}
