import type { Wire } from '../platform/http/answers/wire.js';
import type { ReservedUploadResponse, UploadResponse } from './dto/attachment.dto.js';
import type { Upload } from './uploads.service.js';
import type { UploadAddress } from '../platform/storage/file-storage.js';

export function toUploadResponse(upload: Upload): Wire<UploadResponse> {
  return {
    signed_id: upload.signedId,
    filename: upload.filename,
    content_type: upload.contentType,
    byte_size: upload.byteSize,
    checksum: upload.checksum,
  };
}

export function toReservedResponse(
  upload: Upload & { readonly address: UploadAddress },
): Wire<ReservedUploadResponse> {
  const { url, headers } = upload.address;
  return { ...toUploadResponse(upload), upload_url: url, upload_headers: { ...headers } };
}
