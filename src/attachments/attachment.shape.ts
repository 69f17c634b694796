import { ApiProperty } from '@nestjs/swagger';

/** A file as other features show it [rule 16]. */
export class AttachmentDto {
  @ApiProperty({ format: 'uuid', example: '0190c7a4-7c55-7e31-b0a2-3c4d5e6f7a8b' })
  id!: string;

  @ApiProperty({ example: 'screenshot.png' })
  filename!: string;

  @ApiProperty({ example: 'image/png' })
  content_type!: string;

  @ApiProperty({ description: 'Bytes.', example: 4 })
  byte_size!: number;

  @ApiProperty({ description: 'Base64 of the MD5.', example: 'CY9rzUYh03PK3k6DJie09g==' })
  checksum!: string;

  @ApiProperty({
    description: 'The bytes. It stays the same, and needs a key with the scope `attachments:read`.',
    example: 'https://acme.desk.example/api/external/v2/attachments/0190c7a4-7c55-7e31-b0a2-3c4d5e6f7a8b',
  })
  url!: string;

  @ApiProperty({ description: 'Whether the content shows it by `cid:`.', example: false })
  inline!: boolean;
}
