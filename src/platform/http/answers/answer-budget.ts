import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Attachment } from '../../../kernel/attachment.js';
import { unavailable } from '../../../kernel/errors.js';
import type { WorkspaceId } from '../../../kernel/ids.js';
import { FairShares } from '../../limits/fair-shares.js';
import { BytePool } from '../../limits/byte-pool.js';
import { Configuration } from '../../config/configuration.js';

/** Answers below this many bytes are small, and have a budget of their own. */
const LARGE = 256 * 1024;
const SMALL_ANSWERS = 8 * 1024 * 1024;

/** A request waits so long for room. */
const PATIENCE_MS = 1_000;

/** Room for a large answer in the memory of the process. A read takes it before it reads large texts. */
export type AnswerRoom = Pick<RequestRoom, 'free' | 'most' | 'take'>;

/**
 * Counts the bytes of answers that a process holds for clients that have not taken them yet (decision 22). A workspace gets at most
 * half, so that its clients cannot keep those of others from being answered.
 */
@Injectable()
export class AnswerBudget {
  readonly small = new BytePool(SMALL_ANSWERS, PATIENCE_MS);
  readonly large: BytePool;
  /** Large answers are made one after the other, because the rows of one take as much memory again. */
  readonly makers = new FairShares(1, 1);

  constructor({ responseBufferBytes }: Configuration) {
    this.large = new BytePool(responseBufferBytes, PATIENCE_MS);
  }

  /**
   * Lets a request pass when its answer can be held. A write is refused while the workspace has used up its part of large answers,
   * because nobody knows yet how large its answer becomes.
   * @throws unavailable
   */
  async admit(workspaceId: WorkspaceId, request: Request, response: Response): Promise<void> {
    rooms.attach(request, new RequestRoom(this, workspaceId, response));
    await this.small.waitForAny(workspaceId);
    if (!isRead(request)) await this.large.waitForAny(workspaceId);
  }
}

/** The room of one request. It is given back when its answer has left, or when its connection ends. Sizes are in bytes. */
class RequestRoom {
  /** A smaller answer needs no room. */
  readonly free = LARGE;
  private held = 0;
  private pool: BytePool;
  private leave: (() => void) | null = null;
  private isOver = false;

  constructor(
    private readonly budget: AnswerBudget,
    private readonly workspaceId: WorkspaceId,
    response: Response,
  ) {
    this.pool = budget.small;
    response.once('close', () => {
      this.isOver = true;
      this.giveBack();
    });
  }

  /** No answer that could be smaller gets more. */
  get most(): number {
    return this.budget.large.share;
  }

  /** Whether a read has taken room, and therefore makes its answer piece by piece. */
  get isTaken(): boolean {
    return this.leave !== null;
  }

  /**
   * Waits for room until the request is answered. What is read again, or beside larger texts, has its room already.
   * @throws unavailable when there is none within a second
   */
  async take(bytes: number): Promise<void> {
    await this.takeLarge(bytes);
    if (this.isTaken) return;
    const leave = await this.budget.makers.take(this.workspaceId, PATIENCE_MS);
    if (this.isOver) leave();
    this.refuseWhenOver();
    this.leave = leave;
  }

  /** Makes room for an answer that is there already. A read waits for it. A write was done, so it must not fail. */
  async takeFor(request: Request, bytes: number): Promise<void> {
    if (this.held > 0) return;
    if (isRead(request)) await this.takeLarge(bytes);
    else this.hold(bytes);
  }

  /** Counts the bytes that wait for the client in the end. The next large answer can be made. */
  hold(bytes: number): void {
    this.giveBack();
    if (this.isOver) return;
    this.pool = bytes < LARGE ? this.budget.small : this.budget.large;
    this.held = bytes;
    this.pool.add(this.workspaceId, bytes);
  }

  /** An answer that can be no smaller gets the whole share of its workspace. */
  private async takeLarge(bytes: number): Promise<void> {
    const { large } = this.budget;
    const lacking = Math.min(bytes, large.share) - this.held;
    if (lacking <= 0) return;
    await large.take(this.workspaceId, lacking);
    this.pool = large;
    this.held += lacking;
    if (this.isOver) this.giveBack();
    this.refuseWhenOver();
  }

  private refuseWhenOver(): void {
    if (this.isOver) throw unavailable();
  }

  private giveBack(): void {
    this.leave?.();
    this.leave = null;
    this.pool.add(this.workspaceId, -this.held);
    this.held = 0;
  }
}

const rooms = new Attachment<Request, RequestRoom>('answer room');

/** The room of a request that was admitted. */
export function roomOf(request: Request): RequestRoom | undefined {
  return rooms.of(request);
}

/** The room that a read takes for its large texts. A write takes none: it must not fail for lack of room when it is done. */
export function roomToRead(request: Request): AnswerRoom | null {
  return isRead(request) ? (roomOf(request) ?? null) : null;
}

export function isRead({ method }: Request): boolean {
  return method === 'GET' || method === 'HEAD';
}
