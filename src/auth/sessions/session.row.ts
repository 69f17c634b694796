import type { CustomerSession } from './entities/customer-session.entity.js';

/** A session that is open at the moment. It ends with its key, when that comes first. */
export type ValidSession = Readonly<
  Pick<CustomerSession, 'id' | 'customerId' | 'apiKeyId' | 'expiresAt' | 'origins' | 'seesCompany'>
>;

export type ListedSession = ValidSession & Pick<CustomerSession, 'createdAt'>;

export type EndedSession = Pick<CustomerSession, 'id' | 'customerId'>;
