import { unavailable } from '../../kernel/errors.js';
import type { WorkspaceId } from '../../kernel/ids.js';
import type { BytePool } from '../../platform/limits/byte-pool.js';

/** At most this many mails of a workspace wait in a process. Others wait in the database, until their time is due again. */
const MOST_WAITING = 500;

export interface WaitingMail {
  readonly workspaceId: WorkspaceId;
  /** The folded address from which it says to come; empty when that is not known. */
  readonly sender: string;
  /** The memory that it takes. */
  readonly bytes: number;
}

type Waiting = WaitingMail & { readonly begin: () => void; readonly refuse: (error: Error) => void };

/**
 * Says which mail is read next, one at a time, as soon as there is memory for it: workspaces take turns, and the senders of each do. So nobody
 * waits for all mails of another workspace, or of somebody who sends many.
 */
export class ReadingTurns {
  /** The workspace and the sender whose turn it is come first. */
  private readonly waiting = new Map<WorkspaceId, Map<string, Waiting[]>>();
  private readonly counts = new Map<WorkspaceId, number>();
  private isReading = false;

  constructor(private readonly pool: BytePool) {}

  /**
   * Resolves when it is the turn of a mail, which has its memory then. `waits` is called when that is not at once.
   * @throws unavailable when too many wait, or the service ends
   */
  take(mail: WaitingMail, waits: () => void): Promise<void> {
    const { workspaceId, sender } = mail;
    const count = this.counts.get(workspaceId) ?? 0;
    if (count >= MOST_WAITING) return Promise.reject(unavailable(new Error('Too many mails wait.')));
    return new Promise((begin, refuse) => {
      const waiting = { ...mail, begin, refuse };
      const senders = this.waiting.get(workspaceId) ?? new Map<string, Waiting[]>();
      this.waiting.set(workspaceId, senders);
      senders.set(sender, [...(senders.get(sender) ?? []), waiting]);
      this.counts.set(workspaceId, count + 1);
      this.next();
      if (senders.get(sender)?.includes(waiting)) waits();
    });
  }

  /** Whether a mail is read now. */
  get isBusy(): boolean {
    return this.isReading;
  }

  /** Begins with the next mail: one has been read. */
  end(): void {
    this.isReading = false;
    this.next();
  }

  /** Gives the memory of a mail back. */
  free({ workspaceId, bytes }: WaitingMail): void {
    this.pool.add(workspaceId, -bytes);
    this.next();
  }

  refuseAll(error: Error): void {
    const all = [...this.waiting.values()].flatMap((senders) => [...senders.values()].flat());
    this.waiting.clear();
    this.counts.clear();
    for (const { refuse } of all) refuse(error);
  }

  private next(): void {
    const first = this.isReading ? null : this.firstWithRoom();
    if (first === null) return;
    this.remove(first);
    this.isReading = true;
    this.pool.add(first.workspaceId, first.bytes);
    first.begin();
  }

  private firstWithRoom(): Waiting | null {
    for (const senders of this.waiting.values())
      for (const [first] of senders.values())
        if (first && this.pool.hasRoom(first.workspaceId, first.bytes)) return first;
    return null;
  }

  /** Takes a mail out, and puts its workspace and its sender after the others. */
  private remove({ workspaceId, sender }: Waiting): void {
    const senders = this.waiting.get(workspaceId) ?? new Map<string, Waiting[]>();
    const [, ...others] = senders.get(sender) ?? [];
    senders.delete(sender);
    if (others.length > 0) senders.set(sender, others);
    this.waiting.delete(workspaceId);
    if (senders.size > 0) this.waiting.set(workspaceId, senders);
    const count = (this.counts.get(workspaceId) ?? 1) - 1;
    if (count === 0) this.counts.delete(workspaceId);
    else this.counts.set(workspaceId, count);
  }
}
