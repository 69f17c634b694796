import { RetryLater } from '../platform/http/answers/refusal.js';

/** Makes a 429: the customer has raised as many tickets in an hour as a form takes of one address. */
export function tooManyTickets(seconds: number): RetryLater {
  return new RetryLater(
    'rate_limited',
    'too_many_tickets',
    `Too many tickets were raised within an hour, please try again in ${seconds} seconds.`,
    seconds,
  );
}
