import type { ApiKeyId, CustomerId, SessionId } from '../../kernel/ids.js';

/** The customer in whose name a request acts, by a session that a key has made [rule 30]. */
export interface ActingCustomer {
  readonly id: CustomerId;
  readonly sessionId: SessionId;
  readonly apiKeyId: ApiKeyId;
  /** Whether the session also sees the tickets of customers of the same company. */
  readonly seesCompany: boolean;
  readonly expiresAt: Date;
}

const CUSTOMER = 'customer';

/** Writes who acts, as the audit trail keeps it. It has no words of the customer, so nothing of it has to be erased. */
export function actorOfCustomer({
  id,
  sessionId,
  apiKeyId,
}: Pick<ActingCustomer, 'id' | 'sessionId' | 'apiKeyId'>): string {
  return [CUSTOMER, id, 'session', sessionId, 'key', apiKeyId].join(' ');
}

/** Reads what `actorOfCustomer` wrote; null for any other actor. */
export function customerOfActor(actor: string | null): CustomerId | null {
  const [kind, id] = actor?.split(' ') ?? [];
  return kind === CUSTOMER && id !== undefined ? (id as CustomerId) : null;
}
