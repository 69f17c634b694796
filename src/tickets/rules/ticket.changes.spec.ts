import { readChanges } from './ticket.changes.js';

describe('the body of an update', () => {
  it('that is empty changes nothing', () => {
    expect(readChanges({})).toEqual({});
  });

  it('keeps null and leaves out what is absent', () => {
    const body = { group: null, assignee_email: null, resolution_due_date: null, sub_category_one: null };
    expect(readChanges(body)).toStrictEqual({
      subCategoryOne: null,
      group: null,
      assigneeEmail: null,
      resolutionDueAt: null,
    });
  });

  it('names the resolution date as a moment', () => {
    const body = { resolution_due_date: '2026-12-31T17:00:00+05:30' };
    expect(readChanges(body)).toEqual({ resolutionDueAt: new Date('2026-12-31T11:30:00Z') });
  });

  it('names every property', () => {
    const body = {
      email: 'john@customer.example',
      subject: 's',
      description: 'd',
      ticket_fields: { Country: 'India' },
      status: 'open',
      priority: 'low',
      category: 'Billing',
      sub_category_one: 'Invoices',
      sub_category_two: 'VAT',
      group: 'Support',
      assignee_email: 'oliver@acme.example',
      tags: ['vip'],
    } as const;
    expect(readChanges(body)).toEqual({
      email: 'john@customer.example',
      subject: 's',
      description: 'd',
      fieldValues: { Country: 'India' },
      status: 'open',
      priority: 'low',
      category: 'Billing',
      subCategoryOne: 'Invoices',
      subCategoryTwo: 'VAT',
      group: 'Support',
      assigneeEmail: 'oliver@acme.example',
      tags: ['vip'],
    });
  });
});
