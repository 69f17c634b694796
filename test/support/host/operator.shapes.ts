import type { KeyScope } from '../../../src/auth/scopes.js';
import type { ImportCounts, RejectedLine } from '../../../src/import/own/ticket-import.service.js';

/** A key as operators see it; moments are ISO 8601. */
export interface ShownKey {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly string[] | null;
  readonly requestsPerMinute: number | null;
  readonly replacedBy: string | null;
  readonly expiresAt: string | null;
  readonly lastUsedAt: string | null;
  readonly revokedAt: string | null;
}

/** What a key is made with; the moment is ISO 8601. */
export interface WantedKey {
  readonly expiresAt?: string;
  readonly scopes?: readonly KeyScope[];
  readonly requestsPerMinute?: number;
  /** The address of the member for whom it speaks. */
  readonly as?: string;
}

/** An entry of the audit trail. */
export interface ShownEntry {
  readonly id: string;
  readonly action: string;
  readonly subjectType: string;
  readonly subjectId: string;
  readonly apiKeyId: string | null;
  readonly actor: string | null;
  readonly requestId: string;
  readonly before: Record<string, unknown> | null;
  readonly after: Record<string, unknown> | null;
}

/** What an import came to: the counts at its end and after each batch, and what it left out. */
export interface Imported {
  readonly counts: ImportCounts;
  readonly progress: readonly ImportCounts[];
  readonly rejected: readonly RejectedLine[];
}
