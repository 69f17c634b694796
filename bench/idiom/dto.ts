import { Type } from 'class-transformer';
import {
  ArrayMinSize,
  IsArray,
  IsEmail,
  IsObject,
  IsOptional,
  IsString,
  ValidateNested,
} from 'class-validator';
import type { Field, Ticket } from './entities.js';

/** The body of an update. The application's `ValidationPipe` checks it. */
export class UpdateTicketDto {
  @IsOptional()
  @IsString()
  subject?: string;

  @IsOptional()
  @IsString()
  status?: string;

  @IsOptional()
  @IsObject()
  ticket_fields?: Record<string, unknown>;
}

export class NewCustomerDto {
  @IsArray()
  @ArrayMinSize(1)
  @IsEmail({}, { each: true })
  emails!: string[];

  @IsOptional()
  @IsString()
  first_name?: string;

  @IsOptional()
  @IsString()
  last_name?: string;

  @IsOptional()
  @IsArray()
  @IsString({ each: true })
  phones?: string[];
}

export class CreateCustomerDto {
  @ValidateNested()
  @Type(() => NewCustomerDto)
  customer!: NewCustomerDto;
}

/** @param labels the labels of options, by option id */
export function toTicketDto(ticket: Ticket, labels: ReadonlyMap<string, string>): object {
  const { assignee, customer } = ticket;
  const primary = customer.emails.find(({ isPrimary }) => isPrimary);
  return {
    id: ticket.id,
    number: ticket.number,
    subject: ticket.subject,
    description: ticket.description,
    priority: ticket.priority,
    status: ticket.status.name,
    created_at: ticket.createdAt,
    updated_at: ticket.updatedAt,
    resolution_due_date: ticket.resolutionDueAt,
    external_id: ticket.externalId,
    source: ticket.source,
    category: ticket.category?.name ?? 'None',
    sub_category_one: ticket.subCategoryOne?.name ?? null,
    sub_category_two: ticket.subCategoryTwo?.name ?? null,
    group: ticket.group?.name ?? null,
    tags: ticket.tags.map(({ tag }) => tag),
    assignee: assignee && {
      id: assignee.id,
      name: `${assignee.firstName} ${assignee.lastName}`,
      email: assignee.email,
    },
    customer: {
      id: customer.id,
      name: [customer.firstName, customer.lastName].filter(Boolean).join(' '),
      email: primary?.email ?? null,
      phone_numbers: customer.phones.map(({ phone }) => phone),
    },
    fields: ticket.values.map(({ field, value }) => ({
      field_name: field.name,
      field_value: labels.get(value) ?? value,
    })),
  };
}

export function toFieldDto(field: Field): object {
  return {
    id: field.id,
    name: field.name,
    kind: field.kind,
    state: field.state,
    resource_type: 'ticket',
    is_required: field.isRequired,
    is_required_for_agent_when_submitting_form: field.isRequiredForAgentWhenSubmittingForm,
    is_required_for_agent_when_closing_ticket: field.isRequiredForAgentWhenClosingTicket,
    display_order: field.displayOrder,
    placeholder_slug: field.placeholderSlug,
    created_at: field.createdAt,
    updated_at: field.updatedAt,
    ...(field.options.length > 0 && {
      options: field.options.map(({ id, label, displayOrder }) => ({
        id,
        label,
        display_order: displayOrder,
      })),
    }),
  };
}
