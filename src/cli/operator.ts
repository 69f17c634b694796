import { randomUUID } from 'node:crypto';
import { userInfo } from 'node:os';
import type { Origin } from '../platform/tenancy/origin.js';

/** Who runs the command, for the audit trail: `desk keys create (alice)`, and one id for all changes of the run. */
export function operatorOf(command: string): Origin {
  return Object.freeze({ requestId: randomUUID(), actor: `${command} (${userName()})` });
}

/** A container may run as a user without a name. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}
