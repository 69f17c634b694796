import { isReachable } from '../kernel/checks.js';
import { foldEmail } from '../kernel/text.js';
import type { NamedMember } from './team-member.rules.js';

/** Invitations that a workspace mails in a day. */
const INVITATIONS_A_DAY = 100;

/** The facts that decide which addresses are mailed. */
export interface InvitationRoom {
  /** The address that mail comes from; null in a workspace without mail. */
  readonly mailFrom: string | null;
  readonly replyTo: string | null;
  /** The number of invitations within a day. */
  readonly invited: number;
  /** The folded addresses that were invited within a day. */
  readonly recent: readonly string[];
}

/** Chooses the members who are mailed, in their order: none in a workspace without mail, none twice a day, and never the desk itself. */
export function membersToInvite(
  named: readonly NamedMember[],
  { mailFrom, replyTo, invited, recent }: InvitationRoom,
): NamedMember[] {
  if (mailFrom === null) return [];
  const refused = new Set([...recent, ...[mailFrom, replyTo ?? mailFrom].map(foldEmail)]);
  return named
    .filter(({ email, emailKey }) => !refused.has(emailKey) && isReachable(email))
    .slice(0, Math.max(0, INVITATIONS_A_DAY - invited));
}
