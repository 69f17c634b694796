import type { ServerResponse } from 'node:http';

/** The times of a stream of events, in milliseconds [rule 33]. */
export const LINE_TIMES = {
  /** A stream ends by itself after this time, so that nothing that ends streams is a special case for its client. */
  lasts: 5 * 60_000,
  /** A stream without events sends a comment this often, so that no proxy takes it for idle. */
  beat: 15_000,
  /** A client that has not taken what was sent for this time is cut off. */
  untaken: 5_000,
  /** A client has this time to take the end. */
  ending: 500,
  /** The client comes back after this time. */
  retry: 1_000,
} as const;

const TICK_MS = 500;

/** One timer is enough for all streams of the process. */
class Ticks {
  private readonly lines = new Set<EventLine>();
  private timer: NodeJS.Timeout | undefined;

  add(line: EventLine): void {
    this.lines.add(line);
    this.timer ??= setInterval(() => {
      for (const each of this.lines) each.tick();
    }, TICK_MS).unref();
  }

  remove(line: EventLine): void {
    this.lines.delete(line);
    if (this.lines.size > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }
}

const ticks = new Ticks();

const BEAT = ':\n\n';

/**
 * An open answer that carries server-sent events (https://html.spec.whatwg.org/#server-sent-events). It holds no more than it has sent
 * once: while its client has not taken that, the answer is not ready, and no events are queued for it.
 */
export class EventLine {
  /** It is called when the client has taken what was sent, so that the line is ready again. */
  whenTaken: () => void = () => undefined;
  private readonly begunAt = performance.now();
  private sentAt = this.begunAt;
  private waitsSince: number | null = null;
  private isOver = false;

  /** @param at the client goes on after this position when it comes back */
  constructor(
    private readonly response: ServerResponse,
    private at: number,
  ) {
    response.on('error', () => undefined);
    response.on('drain', () => {
      this.waitsSince = null;
      if (!this.isOver) this.whenTaken();
    });
    ticks.add(this);
    this.write(this.place());
  }

  /** Everything up to this position was sent, or was not for this line. */
  get position(): number {
    return this.at;
  }

  get isReady(): boolean {
    return !this.isOver && this.waitsSince === null;
  }

  /** Sends the events up to a position, which may be none. Call it while the line is ready. */
  send(events: Uint8Array, position: number): void {
    if (this.isOver) return;
    this.at = position;
    if (events.length > 0) this.write(events);
  }

  /** Ends the stream. The client comes back and goes on where this one stands. */
  end(): void {
    if (this.isOver) return;
    if (!this.isReady) {
      this.cutOff();
      return;
    }
    this.write(this.place());
    this.close();
    this.response.end();
    const timer = setTimeout(() => this.response.destroy(), LINE_TIMES.ending).unref();
    this.response.once('close', () => {
      clearTimeout(timer);
    });
  }

  /** The connection is gone. */
  close(): void {
    this.isOver = true;
    ticks.remove(this);
  }

  tick(now = performance.now()): void {
    if (this.waitsSince !== null && now - this.waitsSince >= LINE_TIMES.untaken) this.cutOff();
    else if (now - this.begunAt >= LINE_TIMES.lasts) this.end();
    else if (this.isReady && now - this.sentAt >= LINE_TIMES.beat) this.write(BEAT);
  }

  private cutOff(): void {
    this.close();
    this.response.destroy();
  }

  /** A client that has seen no event yet knows its place by this, too. */
  private place(): string {
    return `retry: ${LINE_TIMES.retry}\nid: ${this.at}\n\n`;
  }

  private write(bytes: Uint8Array | string): void {
    this.sentAt = performance.now();
    if (!this.response.write(bytes)) this.waitsSince = this.sentAt;
  }
}

/** Makes one event as it is sent. `data` is one line, because JSON has no line breaks. */
export function sentEvent({ position, type }: { position: number; type: string }, data: object): string {
  return `id: ${position}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`;
}
