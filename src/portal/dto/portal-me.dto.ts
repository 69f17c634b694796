import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { FIELD_KINDS, type FieldKind } from '../../fields/field.kinds.js';
import { Flag, Moment, Text, TextOrNull } from '../../platform/http/answers/properties.js';
import { PortalCustomerDto } from '../sessions/dto/customer-session.dto.js';

class PortalFormFieldDto {
  @Text('Country') name!: string;
  @ApiProperty({ enum: FIELD_KINDS, example: 'single_option' }) kind!: FieldKind;
  @Flag(false, 'Whether a ticket of this form needs a value.') is_required!: boolean;

  @ApiPropertyOptional({
    type: [String],
    description: 'The labels of a field with options.',
    example: ['India'],
  })
  options?: string[];
}

class PortalFormDto {
  @Text('contact-us', 'The `form` of a new ticket.') slug!: string;
  @Text('Contact us') title!: string;
  @TextOrNull('We answer within a day.') intro!: string | null;
  @ApiProperty({ type: [PortalFormFieldDto] }) fields!: PortalFormFieldDto[];
}

export class PortalMeResponse {
  @ApiProperty({ type: PortalCustomerDto }) customer!: PortalCustomerDto;
  @Moment('2026-01-31T10:30:00.000Z', 'When the session ends.') expires_at!: string;
  @ApiProperty({ type: [PortalFormDto], description: 'The enabled forms, the first one first.' })
  forms!: PortalFormDto[];
}
