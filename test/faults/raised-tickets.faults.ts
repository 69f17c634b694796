import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { size } from '../support/sizes.js';
import { until } from '../support/until.js';
import { Installation } from './support/installation.js';
import type { Target } from './support/load.js';

let installation: Installation;
let target: Target;

beforeAll(async () => {
  installation = await Installation.open();
  target = installation.nextTarget();
});
afterAll(() => installation.close());

const KILLS = size({ here: 6, long: 20, by: 'KILLS' });
const CLIENTS = 8;
/** The service is killed at a random moment within this number of milliseconds after its first answer. */
const LONGEST_MS = 400;
/** The starts take a while on a busy machine. */
const TIMEOUT_MS = 480_000;

/** A ticket that a client wanted. Its subject is in no other. */
interface Wanted {
  /** How many kills were before it. */
  readonly round: number;
  readonly subject: string;
  readonly key: string;
  /** What the service has answered; null when the connection broke. */
  answer: { readonly status: number; readonly id?: string; readonly number?: number } | null;
}

async function send(wanted: Wanted): Promise<void> {
  const { subject, key } = wanted;
  wanted.answer = await fetch(`http://127.0.0.1:${target.port}/api/external/v2/tickets`, {
    method: 'POST',
    headers: { 'X-Api-Key': target.key, 'Idempotency-Key': key, 'Content-Type': 'application/json' },
    body: JSON.stringify({
      email: `${subject.slice(0, 1)}@faults.example`,
      ...{ subject, description: '<p>Help</p>' },
    }),
  }).then(
    async (response) => {
      const { ticket = {} } = (await response.json()) as { ticket?: { id?: string; number?: number } };
      return { ...ticket, status: response.status };
    },
    () => null,
  );
}

/** Raises one ticket after the other until a connection breaks. */
async function raiseUntilKilled(all: Wanted[], round: number): Promise<void> {
  for (;;) {
    const wanted: Wanted = { round, subject: randomUUID(), key: randomUUID(), answer: null };
    all.push(wanted);
    await send(wanted);
    if (wanted.answer?.status !== 201) return;
  }
}

// @proves E-11-22
it(
  `the service is killed at ${KILLS} random moments while tickets are raised: numbers have no gaps, and no ticket is lost or doubled`,
  async () => {
    const all: Wanted[] = [];
    for (let kill = 0; kill < KILLS; kill++) {
      const clients = Array.from({ length: CLIENTS }, () => raiseUntilKilled(all, kill));
      await until(() => all.some(({ round, answer }) => round === kill && answer !== null));
      await sleep(randomInt(LONGEST_MS));
      installation.service.signal('SIGKILL');
      await installation.service.ended;
      await Promise.all(clients);
      await installation.startService();
    }
    const unanswered = all.filter(({ answer }) => answer?.status !== 201);
    const acknowledged = all.length - unanswered.length;
    // Whoever got an answer got a ticket, or was told that the database is away.
    expect(unanswered.filter(({ answer }) => answer !== null && answer.status !== 503)).toEqual([]);
    // A client that got no answer sends the same again. The server may still be ending what the killed process had begun.
    for (const wanted of unanswered)
      await until(async () => {
        await send(wanted);
        return wanted.answer?.status === 201;
      });

    const stored = await installation.postgres.ask<{ id: string; number: number; subject: string }>(
      'SELECT id, number, subject FROM tickets ORDER BY number',
    );
    const [counter] = await installation.postgres.ask<{ last: number }>(
      'SELECT max(last_number) AS last FROM ticket_counters',
    );
    expect(stored.map(({ number }) => number)).toEqual(stored.map((_ticket, index) => index + 1));
    expect(counter?.last).toBe(stored.length);
    const storedOf = (wanted: string) => stored.filter(({ subject }) => subject === wanted);
    for (const { subject, answer } of all) {
      const found = storedOf(subject).map(({ id, number }) => [id, number]);
      expect(found).toEqual([[answer?.id, answer?.number]]);
    }
    expect(acknowledged).toBeGreaterThan(KILLS);
    expect(unanswered.length).toBeGreaterThan(0);
  },
  TIMEOUT_MS,
);
