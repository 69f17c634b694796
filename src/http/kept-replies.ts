import type { Response } from 'express';
import { Attachment } from '../kernel/attachment.js';
import type { Reply } from '../kernel/reply.js';

/** Keeps what a request is answered with before the answer leaves. It is asked once. */
export interface ReplyKeeper {
  /**
   * Keeps the answer of the handler.
   * @throws when it could not be kept: then nothing of what the handler did is
   */
  answered(reply: Reply): Promise<Reply>;
  /**
   * Undoes what the handler did before it failed, and keeps the answer to that.
   * @throws the failure itself when it is not one to keep
   */
  failed(error: unknown): Promise<Reply>;
}

const keepers = new Attachment<Response, ReplyKeeper>('keeper of replies');

/** Has the answer of a request kept, whether its handler succeeds or fails. */
export function keepReply(response: Response, keeper: ReplyKeeper): void {
  keepers.attach(response, keeper);
}

/** The keeper of an answer, for the one who asks first. */
export function takeKeeper(response: Response): ReplyKeeper | undefined {
  return keepers.take(response);
}

/** Ends a request with what was kept when it was sent before. */
export class Replay extends Error {
  constructor(readonly reply: Reply) {
    super('This request was answered before.');
  }
}
