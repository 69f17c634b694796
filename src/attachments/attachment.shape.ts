import { Count, Flag, Id, Text } from '../platform/http/answers/properties.js';

/** A file as other features show it [rule 16]. */
export class AttachmentDto {
  @Id('0190c7a4-7c55-7e31-b0a2-3c4d5e6f7a8b') id!: string;
  @Text('screenshot.png') filename!: string;
  @Text('image/png') content_type!: string;
  @Count(4, 'Bytes.') byte_size!: number;
  @Text('CY9rzUYh03PK3k6DJie09g==', 'Base64 of the MD5.') checksum!: string;

  @Text(
    'https://acme.desk.example/api/external/v2/attachments/0190c7a4-7c55-7e31-b0a2-3c4d5e6f7a8b',
    'The bytes. It stays the same, and needs a key with the scope `attachments:read`.',
  )
  url!: string;

  @Flag(false, 'Whether the content shows it by `cid:`.') inline!: boolean;
}
