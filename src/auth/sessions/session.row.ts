import type { CustomerSession } from './entities/customer-session.entity.js';

/** A session that is open at the moment. It ends with its key, when that comes first. */
export type ValidSession = Readonly<
  Pick<CustomerSession, 'id' | 'customerId' | 'apiKeyId' | 'expiresAt' | 'origins' | 'seesCompany'>
>;

/** The database has found it open, and tells in how many milliseconds it ends. */
export type FoundSession = ValidSession & { readonly remainingMs: number };

export type ListedSession = ValidSession & Pick<CustomerSession, 'createdAt'>;

export type EndedSession = Pick<CustomerSession, 'id' | 'customerId'>;

/** The key that makes a session, at a time of the database. */
export interface SessionMaker {
  readonly expiresAt: Date | null;
  readonly now: Date;
}
