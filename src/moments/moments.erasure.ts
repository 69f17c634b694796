import type { TableErasure } from '../platform/features/erasure.js';

/** An erased ticket has no moments [rule 31]. Its room erases it before, and locks it. */
export const THEIR_MOMENTS: TableErasure = {
  steps: [
    {
      page: 'moments of its tickets | all: an erased ticket has no more events of its dates',
      erase: ({ things }) => [
        'DELETE FROM moments WHERE workspace_id = $1 AND ticket_id = ANY ($2::uuid[]) RETURNING 1',
        things,
      ],
    },
  ],
};
