import { toPageRequest } from '../http/page.query.js';
import type { Wire } from '../http/wire.js';
import { definedOnly } from '../kernel/objects.js';
import { paginationOf, type PageRequest } from '../kernel/page.js';
import type { FieldDto, FieldListResponse, FieldPaginationDto, FieldResponse } from './dto/field.dto.js';
import type { ListFieldsQuery } from './dto/list-fields.query.js';
import type { CreateFieldDto, FieldChangesDto, NewFieldDto, UpdateFieldDto } from './dto/save-field.dto.js';
import { hasOptions, type FieldState } from './field.kinds.js';
import type { FieldList } from './field.repository.js';
import type { FieldRow, NamedSettings, RequestedField } from './field.rules.js';
import type { FieldUpdate } from './fields.service.js';

/** The body of a creation; absent and undefined are the same. */
export function toRequestedField(body: Partial<CreateFieldDto>): RequestedField {
  const field: Partial<NewFieldDto> = body.field ?? {};
  return definedOnly({ ...settingsOf(field), kind: field.kind, data: field.data });
}

/** The body of an update; absent and undefined are the same. */
export function toFieldUpdate(body: Partial<UpdateFieldDto>): FieldUpdate {
  const field: Partial<FieldChangesDto> = body.field ?? {};
  return definedOnly({ ...settingsOf(field), data: field.data, removeOptionIds: field.remove_option_ids });
}

export function toFieldQuery({ state }: ListFieldsQuery): { readonly state?: FieldState } {
  return definedOnly({ state });
}

/** The page that is asked for; null when neither its number nor its size is. */
export function toFieldPageRequest(query: ListFieldsQuery): PageRequest | null {
  const isWanted = query.page_number !== undefined || query.page_size !== undefined;
  return isWanted ? toPageRequest(query) : null;
}

/** A field as clients see it (specification 2.1): `options` on kinds that have some only. */
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

/** What `GET` of a field answers, which is also what its entity tag is made of. */
export function toFieldResponse(row: FieldRow): Wire<FieldResponse> {
  return { field: toFieldDto(row) };
}

/** What a list of fields answers (specification 4.1). */
export function toFieldListResponse(list: FieldList): Wire<FieldListResponse> {
  return { fields: list.items.map(toFieldDto), pagination: toFieldPaginationDto(list) };
}

/** Of a page all four keys; of everything only how many there are (decisions, section 3). */
function toFieldPaginationDto({ items, totalRecords, request }: FieldList): Wire<FieldPaginationDto> {
  if (request === null) return { total_records: totalRecords, page_size: items.length };
  const { currentPageNumber, totalPages, pageSize } = paginationOf({ totalRecords, request });
  return {
    total_records: totalRecords,
    current_page_number: currentPageNumber,
    total_pages: totalPages,
    page_size: pageSize,
  };
}

function settingsOf(field: Partial<NewFieldDto | FieldChangesDto>): NamedSettings {
  return definedOnly({
    name: field.name,
    state: field.state,
    isRequired: field.is_required,
    isRequiredForAgentWhenSubmittingForm: field.is_required_for_agent_when_submitting_form,
    isRequiredForAgentWhenClosingTicket: field.is_required_for_agent_when_closing_ticket,
    displayOrder: field.display_order,
    placeholderSlug: field.placeholder_slug,
  });
}
