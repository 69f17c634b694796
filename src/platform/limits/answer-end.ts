import type { EventEmitter } from 'node:events';
import { AttachedValue } from '../../kernel/attached-value.js';

type Connection = Pick<EventEmitter, 'once'> & { readonly destroyed: boolean };

/** An `http.ServerResponse`, as far as its end needs it. The answer to a request inside another one has no connection. */
export interface EndingAnswer extends Pick<EventEmitter, 'once'> {
  readonly closed?: boolean;
  readonly req?: { readonly socket?: Connection };
}

/**
 * Tells when a request is over: its answer has left, or its connection has ended. Everything that a request has taken is given back then.
 * The event `close` of an answer is not enough. Node.js leaves it out when the connection had ended before somebody listened, when the rest
 * of the request was refused, and when the answer waits behind another one of the connection.
 */
export class AnswerEnd {
  private readonly listeners = new Set<() => void>();
  private hasCome: boolean;

  private constructor(answer: EndingAnswer) {
    const connection = answer.req?.socket;
    this.hasCome = answer.closed === true || connection?.destroyed === true;
    if (this.hasCome) return;
    const underWay = connection && underWayOn(connection);
    underWay?.add(this);
    answer.once('close', () => {
      underWay?.delete(this);
      this.come();
    });
  }

  static of(answer: EndingAnswer): AnswerEnd {
    const known = ends.of(answer);
    if (known) return known;
    const end = new AnswerEnd(answer);
    ends.attach(answer, end);
    return end;
  }

  get isOver(): boolean {
    return this.hasCome;
  }

  /** Calls the listener once: at the end, or at once when the end has come. @returns a function that takes the listener back */
  whenOver(listener: () => void): () => void {
    if (this.hasCome) {
      listener();
      return () => undefined;
    }
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  /** Tells the end to all listeners, the first time only. */
  come(): void {
    this.hasCome = true;
    const told = [...this.listeners];
    this.listeners.clear();
    for (const listener of told) listener();
  }
}

const ends = new AttachedValue<EndingAnswer, AnswerEnd>('end of the answer');
const connections = new AttachedValue<Connection, Set<AnswerEnd>>('answers under way');

/** The answers of a connection that have not ended. One listener is enough for all of them. */
function underWayOn(connection: Connection): Set<AnswerEnd> {
  const known = connections.of(connection);
  if (known) return known;
  const underWay = new Set<AnswerEnd>();
  connections.attach(connection, underWay);
  connection.once('close', () => {
    for (const end of underWay) end.come();
    underWay.clear();
  });
  return underWay;
}
