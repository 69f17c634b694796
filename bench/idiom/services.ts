import { Injectable, NotFoundException } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import { DataSource, In, type FindOptionsWhere, type Repository } from 'typeorm';
import { toFieldDto, toTicketDto, type NewCustomerDto, type UpdateTicketDto } from './dto.js';
import { Customer, Field, FieldOption, Status, Ticket } from './entities.js';

const PAGE_SIZE = 30;
const workspaceId = process.env['IDIOM_WORKSPACE_ID'] ?? '';

const RELATIONS = {
  status: true,
  category: true,
  subCategoryOne: true,
  subCategoryTwo: true,
  group: true,
  assignee: true,
  customer: { emails: true, phones: true },
  tags: true,
  values: { field: true },
};

export type TicketQuery = Readonly<Record<string, string | undefined>>;

function keyOf(reference: string): FindOptionsWhere<Ticket> {
  return reference.includes('-')
    ? { workspaceId, id: reference }
    : { workspaceId, number: Number(reference) };
}

@Injectable()
export class TicketsService {
  private readonly tickets: Repository<Ticket>;
  private readonly options: Repository<FieldOption>;

  constructor(private readonly dataSource: DataSource) {
    this.tickets = dataSource.getRepository(Ticket);
    this.options = dataSource.getRepository(FieldOption);
  }

  async get(reference: string): Promise<object> {
    const ticket = await this.find(reference);
    return toTicketDto(ticket, await this.labelsIn([ticket]));
  }

  async list(query: TicketQuery): Promise<object> {
    const page = Number(query['page_number'] ?? 1);
    const [tickets, total] = await this.tickets.findAndCount({
      where: await this.conditionsOf(query),
      relations: RELATIONS,
      order: { createdAt: 'DESC', number: 'DESC' },
      take: PAGE_SIZE,
      skip: (page - 1) * PAGE_SIZE,
    });
    const labels = await this.labelsIn(tickets);
    return {
      tickets: tickets.map((ticket) => toTicketDto(ticket, labels)),
      pagination: {
        total_records: total,
        current_page_number: page,
        total_pages: Math.ceil(total / PAGE_SIZE),
        page_size: PAGE_SIZE,
      },
    };
  }

  async update(reference: string, changes: UpdateTicketDto): Promise<object> {
    const ticket = await this.tickets.findOneBy(keyOf(reference));
    if (!ticket) throw new NotFoundException();
    if (changes.subject !== undefined) ticket.subject = changes.subject;
    if (changes.status !== undefined) {
      const statuses = this.dataSource.getRepository(Status);
      ticket.statusId = (await statuses.findOneByOrFail({ workspaceId, name: changes.status })).id;
    }
    for (const [name, value] of Object.entries(changes.ticket_fields ?? {})) {
      const field = await this.dataSource.getRepository(Field).findOneByOrFail({ workspaceId, name });
      ticket.fieldValues = { ...ticket.fieldValues, [field.id]: value };
    }
    await this.tickets.save(ticket);
    return this.get(reference);
  }

  private async find(reference: string): Promise<Ticket> {
    const ticket = await this.tickets.findOne({ where: keyOf(reference), relations: RELATIONS });
    if (!ticket) throw new NotFoundException();
    return ticket;
  }

  private async conditionsOf(query: TicketQuery): Promise<FindOptionsWhere<Ticket>> {
    const { status, assignee_id: assignee, tag, field_name: field, field_value: label } = query;
    if (status !== undefined) return { workspaceId, status: { name: status } };
    if (assignee !== undefined) return { workspaceId, assignee: { id: assignee } };
    if (tag !== undefined) return { workspaceId, tags: { tag } };
    if (field === undefined || label === undefined) return { workspaceId };
    const option = await this.options.findOneByOrFail({ workspaceId, label, field: { name: field } });
    return { workspaceId, values: { field: { name: field }, value: option.id } };
  }

  private async labelsIn(tickets: readonly Ticket[]): Promise<Map<string, string>> {
    const values = tickets.flatMap((ticket) => ticket.values);
    const ids = values.filter(({ field }) => field.kind.endsWith('_option')).map(({ value }) => value);
    const options = await this.options.findBy({ workspaceId, id: In(ids) });
    return new Map(options.map(({ id, label }) => [id, label]));
  }
}

@Injectable()
export class FieldsService {
  constructor(private readonly dataSource: DataSource) {}

  async list(): Promise<object> {
    const [fields, total] = await this.dataSource.getRepository(Field).findAndCount({
      where: { workspaceId },
      relations: { options: true },
      order: { displayOrder: 'ASC', createdAt: 'ASC', id: 'ASC', options: { displayOrder: 'ASC' } },
    });
    return { fields: fields.map(toFieldDto), pagination: { total_records: total, page_size: total } };
  }
}

@Injectable()
export class CustomersService {
  constructor(private readonly dataSource: DataSource) {}

  async create({ emails, first_name, last_name, phones = [] }: NewCustomerDto): Promise<object> {
    const customers = this.dataSource.getRepository(Customer);
    const id = uuid();
    const customer = customers.create({
      workspaceId,
      id,
      firstName: first_name ?? null,
      lastName: last_name ?? null,
      primaryEmail: emails[0] ?? '',
      shownPhones: phones,
      emails: emails.map((email, position) => ({
        workspaceId,
        emailKey: email.toLowerCase(),
        email,
        isPrimary: position === 0,
        position,
      })),
      phones: phones.map((phone, position) => ({ workspaceId, customerId: id, position, phone })),
    });
    await customers.save(customer);
    const name = [customer.firstName, customer.lastName].filter(Boolean).join(' ');
    return { customer: { id, name, email: emails[0] } };
  }
}
