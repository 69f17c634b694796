import { deletedBy, type TableErasure } from '../../platform/features/erasure.js';

export const SESSIONS: TableErasure = {
  steps: [
    deletedBy('customer_sessions', 'sessions of the customer | all: their tokens open nothing any more'),
  ],
};
