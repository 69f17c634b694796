import { unavailable } from '../../kernel/errors.js';
import type { WorkspaceId } from '../../kernel/ids.js';

interface Waiting {
  readonly workspaceId: WorkspaceId;
  readonly bytes: number;
  readonly begin: () => void;
}

/** A request takes bytes for a while. A workspace gets at most half of them. */
export class BytePool {
  private used = 0;
  private readonly usedBy = new Map<WorkspaceId, number>();
  /** Requests wait in the order of arrival. */
  private readonly waiting = new Set<Waiting>();

  constructor(
    private readonly size: number,
    private readonly patienceMs: number,
  ) {}

  get share(): number {
    return this.size / 2;
  }

  /** Uses bytes even when none are free, or gives them back. */
  add(workspaceId: WorkspaceId, bytes: number): void {
    this.used += bytes;
    const own = (this.usedBy.get(workspaceId) ?? 0) + bytes;
    if (own === 0) this.usedBy.delete(workspaceId);
    else this.usedBy.set(workspaceId, own);
    if (bytes < 0) this.beginThoseWithRoom();
  }

  /**
   * Uses bytes as soon as they are free.
   * @throws unavailable when there is none in time
   */
  async take(workspaceId: WorkspaceId, bytes: number): Promise<void> {
    if (this.hasRoom(workspaceId, bytes)) this.add(workspaceId, bytes);
    else await this.turn(workspaceId, bytes);
  }

  /**
   * Waits until some bytes are free.
   * @throws unavailable when there is none in time
   */
  async waitForAny(workspaceId: WorkspaceId): Promise<void> {
    if (this.hasRoom(workspaceId, 1)) return;
    await this.turn(workspaceId, 1);
    this.add(workspaceId, -1);
  }

  private turn(workspaceId: WorkspaceId, bytes: number): Promise<void> {
    return new Promise<void>((resolve, reject) => {
      const waiting: Waiting = {
        workspaceId,
        bytes,
        begin: () => {
          clearTimeout(timer);
          this.waiting.delete(waiting);
          this.add(workspaceId, bytes);
          resolve();
        },
      };
      const timer = setTimeout(() => {
        this.waiting.delete(waiting);
        reject(unavailable(new Error('Too many answers wait for their clients.')));
      }, this.patienceMs);
      this.waiting.add(waiting);
    });
  }

  /** Tells whether a workspace may use these bytes now. */
  hasRoom(workspaceId: WorkspaceId, bytes: number): boolean {
    const own = this.usedBy.get(workspaceId) ?? 0;
    return this.used + bytes <= this.size && own + bytes <= this.share;
  }

  private beginThoseWithRoom(): void {
    for (const { workspaceId, bytes, begin } of this.waiting) if (this.hasRoom(workspaceId, bytes)) begin();
  }
}
