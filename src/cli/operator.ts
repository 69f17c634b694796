import { randomUUID } from 'node:crypto';
import { userInfo } from 'node:os';
import type { Command } from 'commander';
import type { Origin } from '../tenancy/origin.js';

let words = 'desk';

/** Remembers which command this process runs; its arguments are not kept. */
export function noteCommand(command: Command): void {
  words = wordsOf(command).join(' ');
}

/** Who runs the command, for the audit trail: `desk keys create (alice)`, and an id for all that it does. */
export function operator(): Origin {
  return Object.freeze({ requestId: randomUUID(), actor: `${words} (${userName()})` });
}

function wordsOf(command: Command): string[] {
  return [...(command.parent ? wordsOf(command.parent) : []), command.name()];
}

/** A container may run as a user that no file names. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}
