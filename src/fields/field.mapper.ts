import { toPageRequest } from '../platform/http/requests/page.query.js';
import type { Wire } from '../platform/http/answers/wire.js';
import { definedOnly } from '../kernel/objects.js';
import { paginationOf, type PageRequest } from '../kernel/page.js';
import type { FieldDto, FieldListResponse, FieldPaginationDto, FieldResponse } from './dto/field.dto.js';
import type { ListFieldsQuery } from './dto/list-fields.query.js';
import type { CreateFieldDto, FieldChangesDto, NewFieldDto, UpdateFieldDto } from './dto/save-field.dto.js';
import { hasOptions, type FieldState } from './field.kinds.js';
import type { FieldList } from './field.repository.js';
import type { FieldRow, NamedSettings, RequestedField } from './field.rules.js';
import type { FieldUpdate } from './fields.service.js';

/** Converts the body of a creation. Absent and undefined properties mean the same. */
export function toRequestedField(body: Partial<CreateFieldDto>): RequestedField {
  const field: Partial<NewFieldDto> = body.field ?? {};
  return definedOnly({ ...settingsOf(field), kind: field.kind, data: field.data });
}

/** Converts the body of an update. Absent and undefined properties mean the same. */
export function toFieldUpdate(body: Partial<UpdateFieldDto>): FieldUpdate {
  const field: Partial<FieldChangesDto> = body.field ?? {};
  return definedOnly({ ...settingsOf(field), data: field.data, removeOptionIds: field.remove_option_ids });
}

export function toFieldQuery({ state }: ListFieldsQuery): { readonly state?: FieldState } {
  return definedOnly({ state });
}

/** The page that the query asks for; null when it has neither page number nor page size. */
export function toFieldPageRequest(query: ListFieldsQuery): PageRequest | null {
  const isWanted = [query.page_number, query.page, query.page_size].some((sent) => sent !== undefined);
  return isWanted ? toPageRequest(query) : null;
}

/** Shows a field to clients (specification 2.1). Only option kinds have `options`. */
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

/** The answer to `GET` of one field. Its entity tag is made from this too. */
export function toFieldResponse(row: FieldRow): Wire<FieldResponse> {
  return { field: toFieldDto(row) };
}

/** The answer of a list of fields (specification 4.1). */
export function toFieldListResponse(list: FieldList): Wire<FieldListResponse> {
  return { fields: list.items.map(toFieldDto), pagination: toFieldPaginationDto(list) };
}

/** All four keys for a page; only the total and the size when all fields are returned (decisions, section 3). */
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
