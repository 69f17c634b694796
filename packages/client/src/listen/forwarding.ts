import type { DeskEvent } from '../events.js';
import { printable, type Outcome } from './posting.js';

/** The most events that are kept for another try. */
const MOST_WAITING = 1_000;

/** Hands events to a program one after the other, says what came of it, and keeps those that were not taken. */
export class Forwarding {
  readonly #waiting = new Map<number, DeskEvent>();
  #turn: Promise<void> = Promise.resolve();

  constructor(
    private readonly post: (event: DeskEvent) => Promise<Outcome>,
    private readonly say: (line: string) => void,
  ) {}

  get waiting(): number {
    return this.#waiting.size;
  }

  get isFull(): boolean {
    return this.#waiting.size >= MOST_WAITING;
  }

  /** The position of the first event that was not taken. */
  get oldest(): number | undefined {
    return this.#waiting.keys().next().value;
  }

  take(event: DeskEvent): Promise<void> {
    return this.#inTurn(() => this.#try(event));
  }

  /** Posts those that were not taken again, in their order. */
  again(): Promise<void> {
    return this.#inTurn(async () => {
      for (const event of [...this.#waiting.values()]) await this.#try(event);
    });
  }

  /** Waits for all that was begun. */
  settled(): Promise<void> {
    return this.#turn;
  }

  async #try(event: DeskEvent): Promise<void> {
    const { position, type } = event;
    // A try that is interrupted is one that was not taken.
    this.#waiting.set(position, event);
    const { isTaken, said } = await this.post(event);
    if (isTaken) this.#waiting.delete(position);
    const result = isTaken ? said : `was not taken: ${said} (Enter tries again)`;
    this.say(`${position} ${printable(type)} ${result}`);
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    this.#turn = this.#turn.then(work);
    return this.#turn;
  }
}
