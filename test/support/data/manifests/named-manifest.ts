/** A manifest in which everything begins with a name. */
export function manifestOf(name: string): Record<string, unknown> {
  return {
    statuses: [{ name: `${name} status` }],
    categories: [
      {
        name: `${name} category`,
        sub_categories: [{ name: `${name} sub`, sub_categories: [{ name: `${name} subsub` }] }],
      },
    ],
    groups: [{ name: `${name} group` }],
    companies: [{ name: `${name} company` }],
    team_members: [{ email: `member@${name}.example`, first_name: name, last_name: 'Member', role: 'agent' }],
    fields: [
      { name: `${name} field`, kind: 'single_option', options: [`${name} option`, `${name} other`] },
      { name: `${name} text`, kind: 'text' },
    ],
    forms: [{ title: `${name} form`, slug: `${name}-form` }],
  };
}
