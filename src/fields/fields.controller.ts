import { Controller, Delete, Get, Patch, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Conditions, RequestConditions } from '../platform/http/answers/conditions.js';
import { PathParameter, CheckedBody, CheckedQuery } from '../platform/http/requests/checked-input.js';
import { toPageRequestIfAny } from '../platform/http/requests/page.query.js';
import {
  PreparedAnswer,
  Representation,
  type Resource,
  type Wire,
} from '../platform/http/answers/answer.dto.js';
import { Operation } from '../platform/routes/operation.js';
import { mapInput, type Checked } from '../kernel/errors.js';
import { Tenant } from '../platform/tenancy/tenant.decorator.js';
import type { TenantScope } from '../platform/tenancy/tenant-scope.js';
import { FieldListResponse, FieldResponse, ListFieldsQuery } from './dto/field.dto.js';
import { CreateFieldDto, UpdateFieldDto } from './dto/save-field.dto.js';
import type { FieldLists } from './field-lists.js';
import { ticketFieldActive } from './field.rules.js';
import { toFieldListResponse, toFieldResponse, toFieldUpdate, toRequestedField } from './field.mapper.js';
import { FieldsService } from './fields.service.js';

const FieldId = PathParameter('field_id', 'Id of the ticket field.');

/** Reads and writes custom fields of tickets ([spec 4.1] [spec 4.2] [spec 4.9] [rule 5]). */
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
    needs: 'fields:read',
    description:
      'Fields come in display order. Without `page_number` and `page_size`, all fields are returned, and `pagination` has ' +
      'only `total_records` and `page_size`.',
    response: FieldListResponse,
  })
  list(
    @Tenant() scope: TenantScope,
    @CheckedQuery(ListFieldsQuery) query: Checked<ListFieldsQuery>,
  ): Promise<PreparedAnswer<Wire<FieldListResponse>>> {
    return this.lists.page(scope, query, toPageRequestIfAny(query.value));
  }

  @Get(':field_id')
  @Operation({
    id: 'getTicketField',
    summary: 'Get one ticket field',
    needs: 'fields:read',
    response: FieldResponse,
    resource: 'read',
  })
  async get(@Tenant() scope: TenantScope, @FieldId id: string): Promise<Resource<FieldResponse>> {
    return new Representation(toFieldResponse(await this.fields.get(scope, id)));
  }

  @Post()
  @Operation({
    id: 'createTicketField',
    summary: 'Create a ticket field',
    needs: 'fields:write',
    description: 'When the request has no placeholder slug, the service makes one from the name.',
    response: FieldResponse,
    status: 201,
    hasBody: true,
    resource: 'created',
    reread: (fields: FieldsController, scope, id) => fields.get(scope, id),
  })
  async create(
    @Tenant() scope: TenantScope,
    @CheckedBody(CreateFieldDto) body: Checked<CreateFieldDto>,
  ): Promise<Resource<FieldResponse>> {
    return new Representation(
      toFieldResponse(await this.fields.create(scope, mapInput(body, toRequestedField))),
    );
  }

  @Patch(':field_id')
  @Operation({
    id: 'updateTicketField',
    summary: 'Update a ticket field',
    needs: 'fields:write',
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
    @CheckedBody(UpdateFieldDto) body: Checked<UpdateFieldDto>,
    @RequestConditions() conditions: Conditions,
  ): Promise<Resource<FieldResponse>> {
    const update = mapInput(body, toFieldUpdate);
    const row = await this.fields.update(scope, id, update, conditions.on(toFieldResponse));
    return new Representation(toFieldResponse(row));
  }

  @Delete(':field_id')
  @Operation({
    id: 'deleteTicketField',
    summary: 'Delete an inactive ticket field',
    needs: 'fields:write',
    description: 'Also deletes the values of the field in all tickets. An active field cannot be deleted.',
    status: 204,
    resource: 'deleted',
    refusals: [ticketFieldActive],
  })
  remove(
    @Tenant() scope: TenantScope,
    @FieldId id: string,
    @RequestConditions() conditions: Conditions,
  ): Promise<void> {
    return this.fields.remove(scope, id, conditions.on(toFieldResponse));
  }
}
