import type { TableErasure } from '../platform/features/erasure.js';

/** Deletes the files of the records $2, and those that customer $3 has not attached. `privacy` removes the bytes with the names afterwards. */
const ERASE = `DELETE FROM attachments
    WHERE workspace_id = $1 AND (ticket_id = ANY ($2::uuid[]) OR record_id = ANY ($2::uuid[]) OR id = ANY ($2::uuid[])
      OR expires_at IS NOT NULL AND uploaded_by = $3::uuid)
    RETURNING array_remove(ARRAY[storage_name, upload_name], NULL) AS names`;

export const ATTACHMENTS: TableErasure = {
  steps: [
    {
      page: 'attachments | those of its tickets, and of their comments and drafts; those of its own comments and drafts on tickets of others; those that its sessions have uploaded and not attached. The files go, too | all others',
      erase: ({ holders, id }) => [ERASE, holders, id],
    },
  ],
};
