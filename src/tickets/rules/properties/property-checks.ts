import {
  checkDateTime,
  checkEmail,
  checkFlag,
  checkLine,
  checkList,
  checkObject,
  checkOneOf,
  checkText,
} from '../../../kernel/checks.js';
import { isUuid, type GroupId, type TeamMemberId } from '../../../kernel/ids.js';
import { checkDescription, type CleanDescription } from '../description.rules.js';
import { checkParticipants } from '../participants.rules.js';
import type { CheckFor } from './property-facts.js';
import { PRIORITIES, type TicketPriority } from './stored-ticket.js';

/** Says of a check which type of values it accepts. */
const accepting = <Value>(check: CheckFor<unknown>): CheckFor<Value> => check as CheckFor<Value>;

/** Accepts `null` too, which clears a value. For a property of a new ticket it means the same as leaving it out. */
export const orNull = <Value>(check: CheckFor<Value>): CheckFor<Value | null> =>
  accepting((value) => (value === null ? null : check(value)));

// Checks of sent values, by what the values are.

export const text = accepting<string>((value) => checkText(value));
export const shortText = accepting<string>((value) => checkText(value, { max: 255, blank: 'refused' }));
export const line = (max: number): CheckFor<string> =>
  accepting((value) => checkLine(value, { max, blank: 'refused' }));
export const lineOrNothing = accepting<string>((value) => checkLine(value, { max: 255 }));
export const listOfTexts = (max: number): CheckFor<readonly unknown[]> =>
  accepting((value) => checkList(value, { max, of: 'strings' }));
export const priority = accepting<TicketPriority>((value) => checkOneOf(value, PRIORITIES));
export const address = accepting<string>(checkEmail);
export const html = accepting<string>(checkDescription);
export const values = accepting<Readonly<Record<string, unknown>>>(checkObject);
export const dateTime = accepting<string>(checkDateTime);
export const flag = accepting<boolean>(checkFlag);
export const participants = accepting<unknown>(checkParticipants);
export const uuid = accepting<string>((value) =>
  typeof value === 'string' && isUuid(value) ? null : 'must be a UUID',
);

// Readers of sent values that a check has accepted.

export const maybeClean = (sent: string): string | CleanDescription => sent;
export const instant = (sent: string): Date => new Date(sent);
/** UUIDs may be written in either case. */
export const groupId = (sent: string): GroupId => sent.toLowerCase() as GroupId;
export const memberId = (sent: string): TeamMemberId => sent.toLowerCase() as TeamMemberId;
