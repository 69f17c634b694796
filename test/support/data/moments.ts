import supertest from 'supertest';
import { ADMIN_KEY, ADMIN_KEYS } from '../servers/admin-client.js';
import type { TestApp } from '../test-app.js';
import type { TestWorkspace } from './builders.js';
import { ticketEvents, type ShownEvent } from './events.js';

/** An application whose clock tests can move. It moves for all tests of the file, so their dates are relative to it. */
export const WITH_CLOCK = { hasTestClock: true, adminKeys: ADMIN_KEYS } as const;

const PATH = '/admin/v1/clock';
const DAY_MS = 86_400_000;

type WithAdmin = Pick<TestApp, 'adminUrl'>;

/** Asks the test clock, which is no part of the document that all desks have. */
export function clockOf({ adminUrl = '' }: WithAdmin, body?: object): supertest.Test {
  const request = supertest(adminUrl);
  const sent = body === undefined ? request.get(PATH) : request.put(PATH).send(body);
  return sent.set('X-Api-Key', ADMIN_KEY);
}

/** Moves the clock forwards, and waits as a client does. @returns the desk's new time */
export async function advance(app: WithAdmin, by: string): Promise<Date> {
  const { body } = await clockOf(app, { advance: by }).expect(200);
  return new Date(body.clock.now as string);
}

/** A number of days after the desk's now, as a client writes it. */
export async function inDays(app: WithAdmin, days: number): Promise<string> {
  const { body } = await clockOf(app).expect(200);
  return new Date(new Date(body.clock.now as string).getTime() + days * DAY_MS).toISOString();
}

const TYPES = ['ticket.follow_up_due', 'ticket.resolution_overdue'];

export interface PassedEvent extends ShownEvent {
  readonly data: ShownEvent['data'] & { readonly due_at: string };
}

/** The events of a ticket about dates that have passed, oldest first. */
export async function passedOf(workspace: TestWorkspace, number: number): Promise<PassedEvent[]> {
  const events = await ticketEvents(workspace, number);
  return events.filter(({ type }) => TYPES.includes(type)) as PassedEvent[];
}
