import { changesOf } from './ticket-property.rules.js';

describe('the body of an update', () => {
  it('that is empty changes nothing', () => {
    expect(changesOf({})).toEqual({});
  });

  it('keeps null and leaves out what is absent', () => {
    const body = { group: null, assignee_email: null, resolution_due_date: null, sub_category_one: null };
    expect(Object.entries(changesOf(body))).toEqual([
      ['subCategoryOne', null],
      ['group', null],
      ['assigneeEmail', null],
      ['resolutionDueAt', null],
    ]);
  });

  it('names the resolution date as a moment', () => {
    const body = { resolution_due_date: '2026-12-31T17:00:00+05:30' };
    expect(changesOf(body)).toEqual({ resolutionDueAt: new Date('2026-12-31T11:30:00Z') });
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
    expect(changesOf(body)).toEqual({
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
