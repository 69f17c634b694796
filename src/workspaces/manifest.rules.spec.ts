import { Problems } from '../kernel/problems.js';
import { findConflicts, type WorkspaceContents } from './manifest.rules.js';
import type { Manifest } from './manifest.js';

const manifest = (given: Partial<Manifest>): Manifest => ({
  workspace: { subdomain: 'acme', name: 'Acme' },
  statuses: [],
  categories: [],
  groups: [],
  teamMembers: [],
  companies: [],
  fields: [],
  forms: [],
  ...given,
});
const conflicts = (wanted: Manifest, contents: WorkspaceContents): string[] => {
  const problems = new Problems();
  findConflicts(wanted, contents, problems);
  return problems.list.map(({ path, message }) => `${path} ${message}`);
};
const EMPTY: WorkspaceContents = { fields: [], groups: [] };

describe('what a manifest names', () => {
  const member = { email: 'a@b.example', firstName: 'A', groups: ['Support', 'Sales'] };
  const form = { title: 'T', slug: 't', fields: ['country'] };

  it('may be in the file or in the workspace', () => {
    const wanted = manifest({
      groups: ['Sales'],
      teamMembers: [member],
      fields: [{ name: 'Country', kind: 'text', options: [] }],
      forms: [form],
    });
    expect(conflicts(wanted, { fields: [], groups: ['Support'] })).toEqual([]);
  });

  it('must be somewhere', () => {
    expect(conflicts(manifest({ groups: ['Support'], teamMembers: [member], forms: [form] }), EMPTY)).toEqual(
      ['team_members[0].groups[1] is not a group: "Sales"', 'forms[0].fields[0] is not a field: "country"'],
    );
  });
});
