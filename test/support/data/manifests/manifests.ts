/** A workspace with something for every property of a ticket. */
export const FURNISHED = {
  statuses: [{ name: 'awaiting_qa' }],
  categories: [
    {
      name: 'Billing',
      sub_categories: [
        { name: 'Invoices', sub_categories: [{ name: 'VAT' }, { name: 'Duplicates' }] },
        { name: 'Payment methods' },
      ],
    },
  ],
  groups: [{ name: 'Support' }, { name: 'Sales' }],
  team_members: [
    {
      email: 'oliver@acme.example',
      first_name: 'Oliver',
      last_name: 'Smith',
      role: 'admin',
      groups: ['Support'],
    },
  ],
  fields: [
    { name: 'Country', kind: 'single_option', options: ['India', 'Germany'] },
    { name: 'Products', kind: 'multi_option', options: ['Desk', 'Chat', 'Forms'] },
    { name: 'Order number', kind: 'text' },
    { name: 'Seats', kind: 'integer' },
    { name: 'Amount', kind: 'decimal' },
    { name: 'Renewal date', kind: 'date' },
    { name: 'Urgent', kind: 'checkbox' },
    { name: 'Old field', kind: 'text', state: 'inactive' },
  ],
};

/** A workspace in which everything that clients and operators do can be exercised. */
export const EXERCISED = {
  groups: [{ name: 'Support' }],
  companies: [{ name: 'Initech' }],
  team_members: [{ email: 'eve@team.example', first_name: 'Eve', last_name: 'Jones', role: 'agent' }],
  fields: [
    { name: 'Country', kind: 'single_option', options: ['India', 'Germany'] },
    { name: 'Products', kind: 'multi_option', options: ['Desk', 'Chat'] },
    { name: 'Seats', kind: 'integer' },
  ],
  forms: [{ title: 'Contact us', slug: 'contact-us', enabled: true, fields: ['Country'] }],
};

/** A manifest as JSON. */
export type ExportedManifest = Readonly<Record<string, readonly Record<string, unknown>[]>> & {
  readonly workspace: Record<string, unknown>;
};
