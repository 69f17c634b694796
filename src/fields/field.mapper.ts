import { camelCased, definedOnly } from '../kernel/objects.js';
import { toPaginationOfPageOrAll, type Wire } from '../platform/http/answers/answer.dto.js';
import type { FieldDto, FieldListResponse, FieldResponse } from './dto/field.dto.js';
import type { CreateFieldDto, UpdateFieldDto } from './dto/save-field.dto.js';
import { hasOptions } from './field.kinds.js';
import type { FieldList } from './field.repository.js';
import type { FieldRow, RequestedField } from './field.rules.js';
import type { FieldUpdate } from './fields.service.js';

export function toRequestedField({ field }: Partial<CreateFieldDto>): RequestedField {
  return definedOnly(camelCased<Partial<CreateFieldDto['field']>>(field ?? {}));
}

export function toFieldUpdate({ field }: Partial<UpdateFieldDto>): FieldUpdate {
  return definedOnly(camelCased<Partial<UpdateFieldDto['field']>>(field ?? {}));
}

export function toFieldDto(row: FieldRow): Wire<FieldDto> {
  return {
    id: row.id,
    name: row.name,
    kind: row.kind,
    state: row.state,
    resource_type: 'ticket',
    is_required: row.isRequired,
    is_required_for_agent_when_submitting_form: row.isRequiredForAgentWhenSubmittingForm,
    is_required_for_agent_when_closing_ticket: row.isRequiredForAgentWhenClosingTicket,
    display_order: row.displayOrder,
    placeholder_slug: row.placeholderSlug,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    ...(hasOptions(row.kind) && {
      options: row.options.map(({ id, label, displayOrder }) => ({ id, label, display_order: displayOrder })),
    }),
  };
}

/** Shows one field. Its entity tag is made from this. */
export function toFieldResponse(row: FieldRow): Wire<FieldResponse> {
  return { field: toFieldDto(row) };
}

export function toFieldListResponse(list: FieldList): Wire<FieldListResponse> {
  return { fields: list.items.map(toFieldDto), pagination: toPaginationOfPageOrAll(list) };
}
