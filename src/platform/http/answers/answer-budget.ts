import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { AttachedValue } from '../../../kernel/attached-value.js';
import { unavailable } from '../../../kernel/errors.js';
import type { WorkspaceId } from '../../../kernel/ids.js';
import { AnswerEnd } from '../../limits/answer-end.js';
import { FairShares } from '../../limits/fair-shares.js';
import { BytePool } from '../../limits/byte-pool.js';
import { Configuration } from '../../config/configuration.js';

/** Answers with fewer bytes are small, and have a budget of their own. */
const LARGE = 256 * 1024;
const SMALL_ANSWERS = 8 * 1024 * 1024;

/** Pages for visitors have a budget of their own: strangers hold nothing of what those with keys share. */
const PAGES = 16 * 1024 * 1024;

/** A request waits at most this time for space. */
const PATIENCE_MS = 1_000;

/** A visitor waits at most this time until other pages are made. */
const PAGE_PATIENCE_MS = 5_000;

/** A large answer takes space in the memory of the process. A read takes it before it reads large texts. */
export type AnswerSpace = Pick<RequestSpace, 'free' | 'most' | 'take'>;

/** Counts the bytes of answers that clients have not taken yet [choice 22]. A workspace gets at most half. */
@Injectable()
export class AnswerBudget {
  readonly small = new BytePool(SMALL_ANSWERS, PATIENCE_MS);
  readonly large: BytePool;
  readonly pages = new BytePool(PAGES, PATIENCE_MS);
  /** Large answers are made one after the other, because their rows take as much memory again. */
  readonly makers = new FairShares(1, 1);
  private readonly pageMakers = new FairShares(1, 1);

  constructor({ responseBufferBytes }: Configuration) {
    this.large = new BytePool(responseBufferBytes, PATIENCE_MS);
  }

  /**
   * Lets a request pass when its answer can be held. Nobody knows yet how large the answer of a write becomes.
   * @throws unavailable
   */
  async admit(workspaceId: WorkspaceId, request: Request, response: Response): Promise<void> {
    spaces.attach(request, new RequestSpace(this, workspaceId, response));
    await this.small.waitForAny(workspaceId);
    if (!isRead(request)) await this.large.waitForAny(workspaceId);
  }

  /** Lets a visitor read a page when the process can hold it. A sent form passes at once: its answer may be no page. @throws unavailable */
  async admitVisitor(workspaceId: WorkspaceId, request: Request, response: Response): Promise<void> {
    const { pages, makers } = this;
    spaces.attach(request, new RequestSpace({ small: pages, large: pages, makers }, workspaceId, response));
    if (isRead(request)) await this.admitPage(workspaceId);
  }

  /** Waits until a page can be held. @throws unavailable */
  admitPage(workspaceId: WorkspaceId): Promise<void> {
    return this.pages.waitForAny(workspaceId);
  }

  /** Makes and sends pages one after the other: a long one is made in steps, and no memory holds several of them. @throws unavailable */
  async inTurn(workspaceId: WorkspaceId, makeAndSend: () => Promise<void>): Promise<void> {
    const leave = await this.pageMakers.take(workspaceId, PAGE_PATIENCE_MS);
    await makeAndSend().finally(leave);
  }
}

/** One request holds this space until its answer has left or its connection ends. Sizes are in bytes. */
class RequestSpace {
  readonly free = LARGE;
  private held = 0;
  private pool: BytePool;
  private leave: (() => void) | null = null;
  private isOver = false;

  constructor(
    private readonly budget: Pick<AnswerBudget, 'small' | 'large' | 'makers'>,
    private readonly workspaceId: WorkspaceId,
    response: Response,
  ) {
    this.pool = budget.small;
    AnswerEnd.of(response).whenOver(() => {
      this.isOver = true;
      this.giveBack();
    });
  }

  /** The most bytes of an answer that could be smaller. */
  get most(): number {
    return this.budget.large.share;
  }

  /** True when a read has taken space. Then it makes its answer piece by piece. */
  get isTaken(): boolean {
    return this.leave !== null;
  }

  /** Waits for space until the request is answered. @throws unavailable when there is none within a second */
  async take(bytes: number): Promise<void> {
    await this.takeLarge(bytes);
    if (this.isTaken) return;
    const leave = await this.budget.makers.take(this.workspaceId, PATIENCE_MS);
    if (this.isOver) leave();
    this.refuseWhenOver();
    this.leave = leave;
  }

  /** Takes space for an answer that is made already. A read waits for it. A write is done, so it must not fail. */
  async takeFor(request: Request, bytes: number): Promise<void> {
    if (this.held > 0) return;
    if (isRead(request)) await this.takeLarge(bytes);
    else this.hold(bytes);
  }

  /** Counts the bytes that wait for the client, and lets the next large answer be made. */
  hold(bytes: number): void {
    this.giveBack();
    if (this.isOver) return;
    this.pool = bytes < LARGE ? this.budget.small : this.budget.large;
    this.held = bytes;
    this.pool.add(this.workspaceId, bytes);
  }

  /** Takes space for a large answer, at most the whole share of its workspace. */
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

/** The space of each request, also by the initiators of its reads. */
const spaces = new AttachedValue<object, RequestSpace>('answer space');

export function answerSpaceOf(request: Request): RequestSpace | undefined {
  return spaces.of(request);
}

/**
 * Lets what `initiator` reads for a request take space for large texts. A write gets none: it must not fail for lack of space when it is
 * done.
 */
export function lendSpace(request: Request, initiator: object): void {
  const space = isRead(request) ? spaces.of(request) : undefined;
  if (space) spaces.attach(initiator, space);
}

/** Finds the space that reads of an initiator take; undefined for work without an answer. */
export function spaceLentTo(initiator: object): AnswerSpace | undefined {
  return spaces.of(initiator);
}

export function isRead({ method }: Request): boolean {
  return method === 'GET' || method === 'HEAD';
}
