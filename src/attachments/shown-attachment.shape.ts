import type { Wire } from '../platform/http/answers/answer.dto.js';
import type { ShownAttachment } from './attachment.row.js';
import type { AttachmentDto } from './attachment.shape.js';

export function toAttachmentDto(file: ShownAttachment): Wire<AttachmentDto> {
  return {
    id: file.id,
    filename: file.filename,
    content_type: file.contentType,
    byte_size: file.byteSize,
    checksum: file.checksum,
    url: file.url,
    inline: file.isInline,
  };
}
