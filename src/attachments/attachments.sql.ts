import { laterThan, onPrimary, tenantStatement } from '../platform/tenancy/statement.js';

/** Selects the files of a record as a JSON array or null, in a statement with the workspace as $1. */
export const filesOf = (recordId: string): string => `(
    SELECT jsonb_agg(jsonb_build_object('id', a.id, 'filename', a.filename, 'contentType', a.content_type, 'byteSize', a.byte_size,
      'checksum', a.checksum, 'contentId', a.content_id) ORDER BY a.position)
    FROM attachments a WHERE a.workspace_id = $1 AND a.record_id = ${recordId})`;

/** Adds the bytes up only when there is a quota. */
export const ALLOWANCE = tenantStatement(
  'attachments.allowance',
  `SELECT w.attachment_quota_mb AS "quotaMb", w.attachment_types AS types,
     CASE WHEN w.attachment_quota_mb IS NULL THEN 0 ELSE (
       SELECT coalesce(sum(byte_size), 0) FROM attachments WHERE workspace_id = $1 AND NOT is_kept) END::float8 AS "usedBytes"
   FROM workspaces w WHERE w.id = $1`,
);

/** Gives the bytes that are about to come a new name. Incomplete bytes of an earlier try lose theirs. */
export const BEGIN_FILLING = tenantStatement(
  'attachments.begin_filling',
  `UPDATE attachments SET storage_name = $3
   WHERE workspace_id = $1 AND upload_hash = $2 AND sha256 IS NULL AND expires_at > statement_timestamp()
   RETURNING id, storage_name AS "storageName", content_type AS "contentType", byte_size AS "byteSize", checksum`,
);

/** Finds a file whose bytes a client sends to the storage itself, until they are taken over. */
export const FIND_DIRECT = tenantStatement(
  'attachments.find_direct',
  `SELECT id, upload_name AS "uploadName", filename, content_type AS "contentType", byte_size AS "byteSize", checksum FROM attachments
   WHERE workspace_id = $1 AND signed_id_hash = $2 AND upload_name IS NOT NULL AND sha256 IS NULL AND expires_at > statement_timestamp()`,
  { isForPrimary: true },
);

/** Gives an upload the name of bytes that a copy had until now. The first copy that is whole wins. */
export const TAKE_NAME = tenantStatement(
  'attachments.take_name',
  'UPDATE attachments SET storage_name = $3 WHERE workspace_id = $1 AND id = $2 AND sha256 IS NULL',
);

/** Notes that all bytes have come. The file can be attached for $9 seconds. */
export const ARRIVED = tenantStatement(
  'attachments.arrived',
  `UPDATE attachments SET content_type = $4, detected_type = $5, byte_size = $6, checksum = $7, sha256 = $8,
     expires_at = greatest(expires_at, ${laterThan('created_at', "$9::integer * interval '1 second'")}),
     content_id = coalesce($10, content_id)
   WHERE workspace_id = $1 AND id = $2 AND storage_name = $3 AND sha256 IS NULL AND expires_at > statement_timestamp()
   RETURNING id`,
);

/**
 * Locks the files of signed ids ($2: their hashes) until the transaction ends, so that each is attached once. An id is good for the customer $3
 * who uploaded the file, or, when nobody did, for keys.
 */
export const HOLD = tenantStatement(
  'attachments.hold',
  `SELECT held.* FROM (
     SELECT DISTINCT found.id FROM unnest($2::bytea[]) AS asked (hash) CROSS JOIN LATERAL (
       SELECT id FROM attachments WHERE workspace_id = $1 AND signed_id_hash = asked.hash LIMIT 1) AS found
     ORDER BY found.id) AS named
   CROSS JOIN LATERAL (
     SELECT id, filename, content_type AS "contentType", byte_size AS "byteSize", checksum, content_id AS "contentId",
       signed_id_hash AS "signedIdHash", sha256 IS NOT NULL AS "hasArrived", record_id AS "recordId",
       expires_at <= statement_timestamp() AS "hasExpired"
     FROM attachments file
     WHERE file.workspace_id = $1 AND file.id = named.id AND file.uploaded_by IS NOT DISTINCT FROM $3::uuid FOR UPDATE) AS held`,
);

/** Attaches files ($2, in order, after place $5) to a record ($4) of a ticket ($3). */
export const ATTACH = tenantStatement(
  'attachments.attach',
  `UPDATE attachments a SET ticket_id = $3, record_id = $4, expires_at = NULL, position = $5::integer + held.place
   FROM unnest($2::uuid[]) WITH ORDINALITY AS held (id, place) CROSS JOIN LATERAL (
     SELECT file.ctid AS at FROM attachments file WHERE file.workspace_id = $1 AND file.id = held.id LIMIT 1) AS found
   WHERE a.workspace_id = $1 AND a.ctid = found.at`,
);

/** Removes the files of a record ($2), but for some ($3). Their bytes go with the next sweep. */
export const REMOVE_OTHERS = tenantStatement(
  'attachments.remove_others',
  'DELETE FROM attachments WHERE workspace_id = $1 AND record_id = $2 AND id <> ALL ($3::uuid[])',
);

export const LIST = tenantStatement(
  'attachments.list',
  `SELECT id, filename, content_type AS "contentType", byte_size AS "byteSize", checksum, content_id AS "contentId"
   FROM attachments WHERE workspace_id = $1 AND record_id = $2 ORDER BY position`,
);

export const FIND = tenantStatement(
  'attachments.find',
  `SELECT storage_name AS "storageName", filename, detected_type AS "detectedType", byte_size AS "byteSize", sha256
   FROM attachments WHERE workspace_id = $1 AND id = $2 AND ticket_id IS NOT NULL`,
);

/** Finds a file that another feature keeps. */
export const FIND_KEPT = tenantStatement(
  'attachments.find_kept',
  `SELECT storage_name AS "storageName", filename, detected_type AS "detectedType", byte_size AS "byteSize", sha256
   FROM attachments WHERE workspace_id = $1 AND id = $2 AND is_kept AND sha256 IS NOT NULL AND expires_at > statement_timestamp()`,
  { isForPrimary: true },
);

export const DELETE_EXPIRED = tenantStatement(
  'attachments.delete_expired',
  `DELETE FROM attachments WHERE workspace_id = $1 AND id = ANY (ARRAY(
     SELECT id FROM attachments WHERE workspace_id = $1 AND expires_at <= statement_timestamp()
     ORDER BY expires_at LIMIT 100 FOR UPDATE SKIP LOCKED))
   RETURNING array_remove(ARRAY[storage_name, upload_name], NULL) AS names`,
);

/**
 * Finds the names $2 in the storage that no record has. A standby may not have a new record yet. OFFSET 0 makes PostgreSQL look up each
 * name.
 */
export const UNKNOWN_NAMES = onPrimary(
  tenantStatement(
    'attachments.unknown_names',
    `SELECT name FROM unnest($2::text[]) AS name
     WHERE NOT EXISTS (SELECT FROM attachments WHERE workspace_id = $1 AND storage_name = name OFFSET 0)
       AND NOT EXISTS (SELECT FROM attachments WHERE workspace_id = $1 AND upload_name = name AND sha256 IS NULL OFFSET 0)`,
  ),
);
