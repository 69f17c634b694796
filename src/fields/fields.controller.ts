import { Controller, Delete, Get, Patch, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Conditions, RequestConditions } from '../platform/http/answers/conditions.js';
import { PathParameter } from '../platform/http/requests/path-parameter.js';
import { DraftBody, DraftQuery } from '../platform/http/requests/draft.js';
import { toPageRequestIfAny } from '../platform/http/requests/page.query.js';
import { PreparedAnswer, Representation } from '../platform/http/answers/representation.js';
import { Operation } from '../platform/routes/operation.js';
import type { Wire } from '../platform/http/answers/wire.js';
import { mapDraft, type Draft } from '../kernel/problems.js';
import { Tenant } from '../platform/tenancy/tenant.decorator.js';
import type { TenantScope } from '../platform/tenancy/tenant-scope.js';
import { FieldListResponse, FieldResponse } from './dto/field.dto.js';
import { ListFieldsQuery } from './dto/list-fields.query.js';
import { CreateFieldDto, UpdateFieldDto } from './dto/save-field.dto.js';
import type { FieldLists } from './field-lists.js';
import { toFieldListResponse, toFieldResponse, toFieldUpdate, toRequestedField } from './field.mapper.js';
import { FieldsService } from './fields.service.js';

const FieldId = PathParameter('field_id', 'Id of the ticket field.');

/** Custom fields of tickets (specification 4.1, 4.2 and 4.9, decisions section 5). */
@ApiTags('Ticket fields')
@Controller('api/external/v2/fields')
export class FieldsController {
  private readonly lists: FieldLists<PreparedAnswer<Wire<FieldListResponse>>>;

  constructor(private readonly fields: FieldsService) {
    this.lists = fields.listsAs((list) => new PreparedAnswer(toFieldListResponse(list)));
  }

  @Get()
  @Operation({
    id: 'listTicketFields',
    summary: 'List ticket fields',
    scope: 'fields:read',
    description:
      'Fields come in display order. Without `page_number` and `page_size`, all fields are returned, and `pagination` has ' +
      'only `total_records` and `page_size`.',
    response: FieldListResponse,
    refusals: [422],
  })
  list(
    @Tenant() scope: TenantScope,
    @DraftQuery(ListFieldsQuery) query: Draft<ListFieldsQuery>,
  ): Promise<PreparedAnswer<Wire<FieldListResponse>>> {
    return this.lists.page(scope, query, toPageRequestIfAny(query.value));
  }

  @Get(':field_id')
  @Operation({
    id: 'getTicketField',
    summary: 'Get one ticket field',
    scope: 'fields:read',
    response: FieldResponse,
    resource: 'read',
  })
  async get(@Tenant() scope: TenantScope, @FieldId id: string): Promise<Representation<Wire<FieldResponse>>> {
    return new Representation(toFieldResponse(await this.fields.get(scope, id)));
  }

  @Post()
  @Operation({
    id: 'createTicketField',
    summary: 'Create a ticket field',
    scope: 'fields:write',
    description: 'When the request has no placeholder slug, the service makes one from the name.',
    response: FieldResponse,
    status: 201,
    hasBody: true,
    resource: 'created',
    reread: (fields: FieldsController, scope, id) => fields.get(scope, id),
  })
  async create(
    @Tenant() scope: TenantScope,
    @DraftBody(CreateFieldDto) body: Draft<CreateFieldDto>,
  ): Promise<Representation<Wire<FieldResponse>>> {
    return new Representation(
      toFieldResponse(await this.fields.create(scope, mapDraft(body, toRequestedField))),
    );
  }

  @Patch(':field_id')
  @Operation({
    id: 'updateTicketField',
    summary: 'Update a ticket field',
    scope: 'fields:write',
    description:
      'Changes the properties and options in the request; all others stay. A refused request changes nothing. ' +
      '`kind` and `resource_type` cannot be changed.',
    response: FieldResponse,
    hasBody: true,
    resource: 'changed',
    reread: (fields: FieldsController, scope, id) => fields.get(scope, id),
  })
  async update(
    @Tenant() scope: TenantScope,
    @FieldId id: string,
    @DraftBody(UpdateFieldDto) body: Draft<UpdateFieldDto>,
    @RequestConditions() conditions: Conditions,
  ): Promise<Representation<Wire<FieldResponse>>> {
    const update = mapDraft(body, toFieldUpdate);
    const row = await this.fields.update(scope, id, update, conditions.on(toFieldResponse));
    return new Representation(toFieldResponse(row));
  }

  @Delete(':field_id')
  @Operation({
    id: 'deleteTicketField',
    summary: 'Delete an inactive ticket field',
    scope: 'fields:write',
    description: 'Also deletes the values of the field in all tickets. An active field cannot be deleted.',
    status: 204,
    refusals: [422],
    resource: 'deleted',
  })
  remove(
    @Tenant() scope: TenantScope,
    @FieldId id: string,
    @RequestConditions() conditions: Conditions,
  ): Promise<void> {
    return this.fields.remove(scope, id, conditions.on(toFieldResponse));
  }
}
