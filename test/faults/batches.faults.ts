// The service is killed while batches are written.
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
/** The service is killed at a random moment within this number of milliseconds after its first answer. */
const LONGEST_MS = 150;
/** The starts take a while on a busy machine. */
const TIMEOUT_MS = 480_000;
const CLIENTS = 4;
const OPERATIONS = 60;

/** A batch that a client wanted. Its tag is in no other. */
interface Wanted {
  readonly round: number;
  readonly tag: string;
  readonly atomic: boolean;
  /** Null for a batch that is sent once only. */
  readonly key: string | null;
  readonly tickets: readonly number[];
  text: string | null;
  status: number | null;
}

function aBatch(round: number): Wanted {
  const { first, last } = target.tickets;
  const start = randomInt(first, last - OPERATIONS);
  const kind = randomInt(3);
  return {
    ...{ round, tag: randomUUID(), text: null, status: null },
    ...{ atomic: kind === 0, key: kind === 2 ? randomUUID() : null },
    tickets: Array.from({ length: OPERATIONS }, (_, index) => start + index),
  };
}

async function send(wanted: Wanted): Promise<void> {
  wanted.status = null;
  const { tag, key, tickets, atomic } = wanted;
  const operations = tickets.map((ticket) => ({ op: 'update', ticket, body: { tags: [tag] } }));
  await fetch(`http://127.0.0.1:${target.port}/api/external/v2/tickets/batch`, {
    method: 'POST',
    headers: {
      ...{ 'X-Api-Key': target.key, 'Content-Type': 'application/json' },
      ...(key !== null && { 'Idempotency-Key': key }),
    },
    body: JSON.stringify({ operations, atomic }),
  })
    .then(async (response) => {
      wanted.text = await response.text();
      wanted.status = response.status;
    })
    .catch(() => undefined);
}

async function sendUntilKilled(all: Wanted[], round: number): Promise<void> {
  for (;;) {
    const wanted = aBatch(round);
    all.push(wanted);
    await send(wanted);
    if (wanted.status === null) return;
  }
}

/** Counts the tickets that had the tag once, by the audit trail. */
async function changedBy({ tag }: Wanted): Promise<number> {
  const rows = await installation.postgres.ask<{ subject_id: string }>(
    `SELECT DISTINCT subject_id FROM audit_entries WHERE action = 'ticket.updated' AND after -> 'tags' ? $1`,
    [tag],
  );
  return rows.length;
}

// @proves E-32-17
it(
  `the service is killed at ${KILLS} random moments while batches are written: atomic ones are whole or nothing, and answers stay true`,
  async () => {
    const all: Wanted[] = [];
    for (let kill = 0; kill < KILLS; kill++) {
      const clients = Array.from({ length: CLIENTS }, () => sendUntilKilled(all, kill));
      await until(() => all.some(({ round, status }) => round === kill && status === 200));
      await sleep(randomInt(LONGEST_MS));
      installation.service.signal('SIGKILL');
      await installation.service.ended;
      await Promise.all(clients);
      await installation.startService();
    }
    const cut = all.filter(({ status }) => status === null);
    expect(cut.length).toBeGreaterThan(0);
    for (const wanted of all) {
      const changed = await changedBy(wanted);
      const isWhole = wanted.atomic || wanted.key !== null;
      if (wanted.status === 200) expect(changed).toBe(succeededIn(wanted));
      else if (isWhole) expect([0, OPERATIONS]).toContain(changed);
    }
    for (const wanted of all.filter(({ key }) => key !== null).slice(-4 * CLIENTS)) await expectOnce(wanted);
  },
  TIMEOUT_MS,
);

const succeededIn = ({ text }: Wanted): number =>
  (JSON.parse(text ?? '{}') as { succeeded: number }).succeeded;

/** A batch that is sent again with its key answers the bytes of the first answer, and is done once. */
async function expectOnce(wanted: Wanted): Promise<void> {
  const before = wanted.status === 200 ? wanted.text : null;
  await until(async () => {
    await send(wanted);
    return wanted.status === 200;
  });
  if (before !== null) expect(wanted.text).toBe(before);
  const first = wanted.text;
  await send(wanted);
  expect(wanted.text).toBe(first);
  expect(await changedBy(wanted)).toBe(succeededIn(wanted));
}
