import { namesUsedBy } from './ticket-vocabulary.js';

describe('the names that a change mentions', () => {
  it('are none when it mentions none', () => {
    expect(namesUsedBy({ subject: 'Paid', tags: ['vip'] })).toEqual({
      statuses: [],
      groups: [],
      assignees: [],
      fields: [],
      categories: false,
    });
  });

  it('are those of status, group, assignee and fields', () => {
    const changes = {
      status: 'open',
      group: 'Support',
      assigneeEmail: 'Oliver@ACME.example',
      fieldValues: { Country: 'India', Seats: null },
    };
    expect(namesUsedBy(changes)).toMatchObject({
      statuses: ['open'],
      groups: ['Support'],
      assignees: ['oliver@acme.example'],
      fields: ['Country', 'Seats'],
    });
  });

  it.each([{ category: 'Billing' }, { subCategoryOne: 'Invoices' }, { subCategoryTwo: 'VAT' }])(
    'include the categories for %j',
    (changes) => {
      expect(namesUsedBy(changes)).toMatchObject({ categories: true });
    },
  );

  it('do not include what is cleared', () => {
    const changes = { group: null, assigneeEmail: null, subCategoryOne: null, subCategoryTwo: null };
    expect(namesUsedBy(changes)).toMatchObject({ groups: [], assignees: [], categories: false });
  });
});
