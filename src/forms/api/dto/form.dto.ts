import { ApiProperty } from '@nestjs/swagger';
import { Id, Text } from '../../../platform/http/answers/properties.js';

export class FormDto {
  @Id('0190c7a4-c099-7275-94e6-7a8b9c0d1e2f') id!: string;
  @Text('Contact us') title!: string;
  @Text('contact-us') slug!: string;

  @ApiProperty({
    format: 'uri',
    description: 'The address of its page, where customers fill it in.',
    example: 'http://localhost:3000/forms/contact-us',
  })
  url!: string;
}

export class KnowledgeBaseDto {
  @Text('Acme Help Center') knowledge_base_name!: string;
}

export class FormListResponse {
  @ApiProperty({ type: [FormDto] }) forms!: FormDto[];
  @ApiProperty({ type: KnowledgeBaseDto }) kb_details!: KnowledgeBaseDto;
}
