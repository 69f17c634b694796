import type { TableErasure } from '../platform/features/erasure.js';

/** Deletes the files of the records $2. `privacy` removes the bytes with the names afterwards. */
const ERASE = `DELETE FROM attachments
    WHERE workspace_id = $1 AND (ticket_id = ANY ($2::uuid[]) OR record_id = ANY ($2::uuid[]) OR id = ANY ($2::uuid[]))
    RETURNING array_remove(ARRAY[storage_name, upload_name], NULL) AS names`;

export const ATTACHMENTS: TableErasure = {
  steps: [
    {
      page: 'attachments | those of its tickets, and of their comments and drafts; those of its own comments and drafts on tickets of others. The files go, too | all others',
      erase: ({ holders }) => [ERASE, holders],
    },
  ],
};
