import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** Where to send a load. */
export interface Target {
  readonly port: number;
  readonly host: string;
  readonly key: string;
  /** The range of ticket numbers that only this load writes to. */
  readonly tickets: { readonly first: number; readonly last: number };
}

export type Kind = 'create' | 'update' | 'read';

/**
 * `refused` means that an error promised that nothing was changed. `unknown` means that the client got no answer, or
 * one that says that the outcome is unknown.
 */
export type Outcome = 'acknowledged' | 'refused' | 'unknown';

/** A request, with its times in milliseconds of `performance.now()`. */
export interface Sent {
  readonly kind: Kind;
  readonly begun: number;
  readonly ended: number;
  readonly outcome: Outcome;
  /** 0 when there was no answer. */
  readonly status: number;
  /** The `code` of the error's body or of the connection's error. */
  readonly code: string;
}

/** A write. When it was not acknowledged, only the database can say whether it happened. */
export interface Write {
  readonly value: string;
  readonly sent: Sent;
}

interface Ticket {
  readonly subject: string;
  readonly created_at: string;
  readonly updated_at: string;
}

const CONNECTIONS = 12;
/** Pause between the requests of one connection. The machine is busy, but not overloaded. */
const PAUSE_MS = 4;
/** Pause after a failure. It is shorter than `Retry-After`, to see soon that the service is back. */
const PAUSE_AFTER_FAILURE_MS = 100;
/**
 * Each failed update uses up a ticket. After this many failures in a row, a client only creates and reads until a
 * request succeeds.
 */
const FAILURES_ON_TICKETS = 10;
/** A request that takes longer counts as hanging. */
const HANGS_AFTER_MS = 20_000;

/** Clients that create customers, update tickets and read tickets all the time, and record the answers. */
export class Load {
  readonly sent: Sent[] = [];
  /** By e-mail address. */
  readonly customers: Write[] = [];
  /** The writes of each ticket, in order. After a write that was not acknowledged, the ticket is not written again. */
  readonly tickets = new Map<number, Write[]>();
  /** Answers that must not happen. */
  readonly wrong: string[] = [];
  /** The `updated_at` in the last answer of each ticket. */
  private readonly changed = new Map<number, string>();
  private running = false;
  private clients: Promise<void>[] = [];

  constructor(private readonly target: Target) {}

  start(): void {
    this.running = true;
    this.clients = Array.from({ length: CONNECTIONS }, (_, index) => this.beClient(index));
  }

  /** Ends the load. Waits for the requests that are under way. */
  async stop(): Promise<void> {
    this.running = false;
    await Promise.all(this.clients);
  }

  get acknowledged(): number {
    return this.sent.filter(({ outcome }) => outcome === 'acknowledged').length;
  }

  /** The time at which each kind of request had succeeded after `moment`; undefined when one has not. */
  recoveredSince(moment: number): number | undefined {
    const first = (['create', 'update', 'read'] as const).map(
      (kind) =>
        this.sent.find(
          (sent) => sent.kind === kind && sent.outcome === 'acknowledged' && sent.begun >= moment,
        )?.ended ?? Infinity,
    );
    const latest = Math.max(...first);
    return latest === Infinity ? undefined : latest;
  }

  private async beClient(index: number): Promise<void> {
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
    const { first } = this.target.tickets;
    const numbers = this.ticketsOf(index);
    let number = numbers.next().value ?? 0;
    let failures = 0;
    for (let turn = 0; this.running; turn++) {
      const step = turn % 4;
      const mayUpdate = number !== 0 && failures < FAILURES_ON_TICKETS;
      let sent: Sent;
      if (step === 0) sent = await this.create(agent, `c${first}-${index}-${turn}@faults.example`);
      else if (step === 3 || !mayUpdate) sent = await this.read(agent, number || first + index);
      else sent = await this.update(agent, number, `Client ${index}, turn ${turn}`);
      const isDone = sent.outcome === 'acknowledged';
      failures = isDone ? 0 : failures + 1;
      if (!isDone && sent.kind === 'update') number = numbers.next().value ?? 0;
      await sleep(isDone ? PAUSE_MS : PAUSE_AFTER_FAILURE_MS);
    }
    agent.destroy();
  }

  private *ticketsOf(index: number): Generator<number> {
    const { first, last } = this.target.tickets;
    for (let number = first + index; number <= last; number += CONNECTIONS) yield number;
  }

  private async create(agent: http.Agent, email: string): Promise<Sent> {
    const { sent } = await this.send(agent, 'create', 'POST', '/customers', {
      customer: { emails: [email] },
    });
    this.customers.push({ value: email, sent });
    return sent;
  }

  private async update(agent: http.Agent, number: number, subject: string): Promise<Sent> {
    const { sent, body } = await this.send(agent, 'update', 'PUT', `/tickets/${number}`, { subject });
    const writes = this.tickets.get(number) ?? [];
    writes.push({ value: subject, sent });
    this.tickets.set(number, writes);
    const { ticket } = body as { ticket?: Ticket };
    if (ticket) this.checkTimes(number, ticket);
    return sent;
  }

  private async read(agent: http.Agent, number: number): Promise<Sent> {
    const { sent, body } = await this.send(agent, 'read', 'GET', `/tickets/${number}`);
    const [last] = (this.tickets.get(number) ?? []).slice(-1);
    const { ticket } = body as { ticket?: Ticket };
    if (
      sent.outcome === 'acknowledged' &&
      last?.sent.outcome === 'acknowledged' &&
      ticket?.subject !== last.value
    )
      this.wrong.push(`ticket ${number} read as "${ticket?.subject ?? ''}" after "${last.value}"`);
    return sent;
  }

  /** `updated_at` must grow with every change, or a client that asks for new changes would miss some. */
  private checkTimes(number: number, { created_at, updated_at }: Ticket): void {
    const before = this.changed.get(number) ?? created_at;
    if (updated_at <= before)
      this.wrong.push(
        `ticket ${number} changed at ${updated_at}, but there was a change at ${before} before`,
      );
    this.changed.set(number, updated_at);
  }

  private send(
    agent: http.Agent,
    kind: Kind,
    method: string,
    path: string,
    body?: object,
  ): Promise<{ sent: Sent; body: unknown }> {
    const { port, host, key } = this.target;
    const begun = performance.now();
    const text = body === undefined ? '' : JSON.stringify(body);
    return new Promise((resolve) => {
      const request = http.request({
        ...{ agent, port, method, path: `/api/external/v2${path}` },
        headers: {
          ...{ Host: host, 'X-Api-Key': key, 'Content-Length': Buffer.byteLength(text) },
          ...(text === '' ? {} : { 'Content-Type': 'application/json' }),
        },
      });
      const end = (outcome: Outcome, status: number, code: string, answer: unknown): void => {
        clearTimeout(hanging);
        const sent: Sent = { kind, begun, ended: performance.now(), outcome, status, code };
        this.sent.push(sent);
        if (status !== 0 && status !== 200 && status !== 503)
          this.wrong.push(`${method} ${path} was answered with ${status}: ${JSON.stringify(answer)}`);
        resolve({ sent, body: answer });
      };
      const hanging = setTimeout(() => request.destroy(new Error('it hangs')), HANGS_AFTER_MS);
      request.on('error', (error: NodeJS.ErrnoException) => {
        end('unknown', 0, error.code ?? error.message, {});
      });
      request.on('response', (response) => {
        let received = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => (received += chunk));
        response.on('error', () => undefined);
        response.on('close', () => {
          const status = response.statusCode ?? 0;
          if (!response.complete) {
            end('unknown', 0, 'half an answer', {});
            return;
          }
          const answer = JSON.parse(received) as { code?: string };
          end(outcomeOf(status, answer.code), status, answer.code ?? '', answer);
        });
      });
      request.end(text);
    });
  }
}

function outcomeOf(status: number, code: string | undefined): Outcome {
  if (status < 400) return 'acknowledged';
  return code === 'outcome_unknown' ? 'unknown' : 'refused';
}
