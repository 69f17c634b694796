import type { Moment } from './entities/moment.entity.js';

/** `follow_up`: somebody wanted to look at the ticket then. `due`: it was to be resolved by then. */
export type MomentKind = Moment['kind'];

export const MOMENT_KINDS = ['follow_up', 'due'] as const satisfies readonly MomentKind[];

/** A change of a ticket moves one of its moments; `at` is null when it has none any more. */
export interface MovedMoment extends Pick<Moment, 'ticketId' | 'kind'> {
  readonly at: Date | null;
}

export type PassedMoment = Readonly<Pick<Moment, 'ticketId' | 'kind' | 'at'>>;
