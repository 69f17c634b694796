import { camelCased, definedOnly } from '../kernel/objects.js';
import { toPaginationOfPageOrAll, type Wire } from '../platform/http/answers/answer.dto.js';
import { toAnswerOf } from '../platform/http/answers/pagination.presenter.js';
import { FieldDto, type FieldListResponse } from './dto/field.dto.js';
import { wire } from '../platform/http/answers/wire.js';
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
  const shown = hasOptions(row.kind) ? row : { ...row, options: undefined };
  return wire(FieldDto, shown, { resource_type: 'ticket' });
}

/** Shows one field. Its entity tag is made from this. */
export const toFieldResponse = toAnswerOf('field', toFieldDto);

export function toFieldListResponse(list: FieldList): Wire<FieldListResponse> {
  return { fields: list.items.map(toFieldDto), pagination: toPaginationOfPageOrAll(list) };
}
