import type {
  CategoryId,
  CustomerId,
  FieldId,
  GroupId,
  OptionId,
  StatusId,
  TeamMemberId,
  TicketId,
} from '../../kernel/ids.js';
import { KnownVocabulary } from '../../fields/known/known-vocabulary.js';
import { toLegacyTicket, toTicketDto, toTicketResponse } from './ticket.presenter.js';
import { Representation } from '../../platform/http/answers/answer.dto.js';
import type { TicketRow } from '../read/ticket.row.js';

const option = (label: string, isRemoved = false) => ({
  id: label.toLowerCase() as OptionId,
  label,
  isRemoved,
});
const field = (
  id: string,
  name: string,
  kind: 'integer' | 'single_option' | 'multi_option',
  options = [option('')],
) => ({
  ...{ id: id as FieldId, name, kind, isActive: true },
  ...{ isRequired: false, isRequiredForClosing: false, isRequiredForSubmitting: false },
  options: kind === 'integer' ? [] : options,
});
const vocabulary = new KnownVocabulary({
  version: 'first',
  statuses: [['status' as StatusId, 'open']],
  groups: [['group' as GroupId, 'Support']],
  categories: [
    { id: 'billing' as CategoryId, parentId: null, name: 'Billing' },
    { id: 'vat' as CategoryId, parentId: 'billing' as CategoryId, name: 'VAT' },
  ],
  fields: [
    field('products', 'Products', 'multi_option', [option('Desk'), option('Phone', true), option('Chat')]),
    field('country', 'Country', 'single_option', [option('India')]),
    field('seats', 'Seats', 'integer'),
    { ...field('old', 'Old', 'integer'), isActive: false },
  ],
});

const BARE: TicketRow = {
  id: 'ticket' as TicketId,
  number: 42,
  subject: 'Pending payments',
  description: '<p>Please help.</p>',
  priority: null,
  statusId: 'status' as StatusId,
  createdAt: new Date('2026-03-04T10:00:00Z'),
  updatedAt: new Date('2026-06-09T12:00:00.5Z'),
  resolutionDueAt: null,
  externalId: null,
  source: null,
  categoryId: null,
  subCategoryOneId: null,
  subCategoryTwoId: null,
  groupId: null,
  tags: [],
  assigneeId: null,
  assigneeFirstName: null,
  assigneeLastName: null,
  assigneeEmail: null,
  customerId: 'customer' as CustomerId,
  customerFirstName: null,
  customerLastName: null,
  customerEmail: 'john@customer.example',
  customerPhones: [],
  fieldValues: {},
  vocabularyVersion: 'first',
};

const shown = (row: TicketRow) => toTicketDto({ row, vocabulary });

const ASSIGNED: TicketRow = {
  ...BARE,
  assigneeId: 'oliver' as TeamMemberId,
  assigneeFirstName: 'Oliver',
  assigneeLastName: 'Smith',
  assigneeEmail: 'oliver@acme.example',
};

describe('a ticket as clients see it', () => {
  it('has every key, null where there is nothing', () => {
    expect(shown(BARE)).toEqual({
      id: 'ticket',
      number: 42,
      subject: 'Pending payments',
      description: '<p>Please help.</p>',
      priority: null,
      status: 'open',
      created_at: '2026-03-04T10:00:00.000Z',
      updated_at: '2026-06-09T12:00:00.500Z',
      resolution_due_date: null,
      external_id: null,
      source: null,
      category: 'None',
      sub_category_one: null,
      sub_category_two: null,
      group: null,
      tags: [],
      assignee: null,
      customer: {
        id: 'customer',
        name: 'john@customer.example',
        email: 'john@customer.example',
        phone_numbers: [],
      },
      fields: [],
    });
  });

  it('has its keys in the order of the specification', () => {
    const keys = Object.keys(shown(BARE));
    expect(keys.slice(0, 9).join(' ')).toBe(
      'id number subject description priority status created_at updated_at resolution_due_date',
    );
  });

  it('shows its assignee', () => {
    expect(shown(ASSIGNED).assignee).toEqual({
      id: 'oliver',
      name: 'Oliver Smith',
      email: 'oliver@acme.example',
    });
  });

  it('calls an assignee without a name by the address', () => {
    const nameless = { ...ASSIGNED, assigneeFirstName: null, assigneeLastName: null };
    expect(shown(nameless).assignee?.name).toBe('oliver@acme.example');
  });

  it('shows names for ids', () => {
    const row = {
      ...BARE,
      groupId: 'group' as GroupId,
      categoryId: 'billing' as CategoryId,
      subCategoryOneId: 'vat' as CategoryId,
    };
    expect(shown(row)).toMatchObject({
      ...{ status: 'open', group: 'Support' },
      ...{ category: 'Billing', sub_category_one: 'VAT', sub_category_two: null },
    });
  });

  it('shows the values of its fields in the order of the fields, options by their labels in the order of the options', () => {
    const products = ['chat', 'phone', 'desk'] as OptionId[];
    expect(shown({ ...BARE, fieldValues: { seats: 0, country: 'india', products } }).fields).toEqual([
      { field_name: 'Products', field_value: ['Desk', 'Phone', 'Chat'] },
      { field_name: 'Country', field_value: 'India' },
      { field_name: 'Seats', field_value: 0 },
    ]);
  });

  it('leaves out the values of inactive and unknown fields', () => {
    expect(shown({ ...BARE, fieldValues: { old: 1, gone: 2 } }).fields).toEqual([]);
  });

  it('has exactly the reduced shape on the older route', () => {
    const answer = new Representation(toTicketResponse({ row: BARE, vocabulary }));
    expect(Object.keys(toLegacyTicket(answer).content.ticket)).toEqual([
      'id',
      'number',
      'subject',
      'description',
      'priority',
      'status',
      'category',
    ]);
  });
});
