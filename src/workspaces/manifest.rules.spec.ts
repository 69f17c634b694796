import type { CategoryId, CompanyId, FieldId, GroupId, StatusId } from '../kernel/ids.js';
import { Problems } from '../kernel/errors.js';
import {
  findConflicts,
  findTakenIds,
  NO_CONTENTS,
  type IdHolders,
  type WorkspaceContents,
} from './manifest.rules.js';
import type { Vocabulary } from '../vocabulary/vocabulary.rules.js';
import type { Manifest } from './manifest.js';

const manifest = (given: Partial<Manifest>): Manifest => ({
  workspace: { subdomain: 'acme', name: 'Acme' },
  statuses: [],
  categories: [],
  groups: [],
  teamMembers: [],
  companies: [],
  customers: [],
  fields: [],
  forms: [],
  webhooks: [],
  ...given,
});
const conflicts = (wanted: Manifest, contents: WorkspaceContents): string[] => {
  const problems = new Problems();
  findConflicts(wanted, contents, problems);
  return problems.list.map(({ path, message }) => `${path} ${message}`);
};

describe('what a manifest names', () => {
  const member = { email: 'a@b.example', firstName: 'A', groups: ['Support', 'Sales'] };
  const form = { title: 'T', slug: 't', fields: ['country'] };

  it('may be in the file or in the workspace', () => {
    const wanted = manifest({
      groups: [{ name: 'Sales' }],
      teamMembers: [member],
      fields: [{ name: 'Country', kind: 'text', options: [] }],
      forms: [form],
    });
    expect(
      conflicts(wanted, {
        fields: [],
        vocabulary: { ...NO_CONTENTS.vocabulary, groups: [{ id: 'g' as GroupId, name: 'Support' }] },
      }),
    ).toEqual([]);
  });

  it('must be in the file or in the workspace', () => {
    expect(
      conflicts(
        manifest({ groups: [{ name: 'Support' }], teamMembers: [member], forms: [form] }),
        NO_CONTENTS,
      ),
    ).toEqual([
      'team_members[0].groups[1] is not a group: "Sales"',
      'forms[0].fields[0] is not a field: "country"',
    ]);
  });
});

describe('a new name of a manifest', () => {
  const [parent, child] = ['p', 'c'] as [CategoryId, CategoryId];
  const vocabulary: Vocabulary = {
    statuses: [{ id: 's' as StatusId, name: 'QA', position: 1, isDefault: false }],
    categories: [
      { id: parent, parentId: null, name: 'Billing', position: 1, isDefault: false },
      { id: child, parentId: parent, name: 'VAT', position: 1, isDefault: false },
    ],
    groups: [{ id: 'g' as GroupId, name: 'Support' }],
    companies: [{ id: 'c' as CompanyId, name: 'Acme' }],
  };
  const wanted = (letters: (name: string) => string): Manifest =>
    manifest({
      statuses: [letters('QA')],
      categories: [
        { name: 'Billing', subCategories: [{ name: letters('VAT'), subCategories: [] }] },
        { name: 'Vat', subCategories: [] },
      ],
      groups: [{ name: letters('Support') }],
      companies: [{ name: letters('Acme') }],
    });

  it('must not differ from one of the workspace only in case: its manifest would be refused afterwards', () => {
    const mistakes = conflicts(
      wanted((name) => name.toUpperCase().replace('QA', 'qa').replace('VAT', 'Vat')),
      { fields: [], vocabulary },
    );
    expect(mistakes).toEqual([
      'statuses[0].name differs from "QA" of the workspace only in upper and lower case, or in how an accent is written',
      'groups[0].name differs from "Support" of the workspace only in upper and lower case, or in how an accent is written',
      'companies[0].name differs from "Acme" of the workspace only in upper and lower case, or in how an accent is written',
      'categories[0].sub_categories[0].name differs from "VAT" of the workspace only in upper and lower case, or in how an accent is written',
    ]);
  });

  it('may be that of the workspace, to the letter', () => {
    expect(
      conflicts(
        wanted((name) => name),
        { fields: [], vocabulary },
      ),
    ).toEqual([]);
  });
});

describe('an id in a manifest', () => {
  const [A, B] = ['a', 'b'] as [GroupId, GroupId];
  const nobody: IdHolders = { groups: [], companies: [], team_members: [], customers: [], fields: [] };
  const taken = (wanted: Partial<Manifest>, holders: Partial<IdHolders>): string[] => {
    const problems = new Problems();
    findTakenIds(manifest(wanted), { ...nobody, ...holders }, problems);
    return problems.list.map(({ path, message }) => `${path} ${message}`);
  };
  const IS_TAKEN = 'is the id of another entry of this list in the workspace';

  it('is used for a new element; an existing one keeps its own', () => {
    const groups = [
      { id: A, name: 'Support' },
      { id: B, name: 'Sales' },
    ];
    expect(
      taken({ groups }, { groups: [{ id: 'c', key: 'Sales' }], companies: [{ id: A, key: 'X' }] }),
    ).toEqual([]);
    expect(
      taken(
        { groups },
        {
          groups: [
            { id: B, key: 'Support' },
            { id: A, key: 'Sales' },
          ],
        },
      ),
    ).toEqual([]);
  });

  it('must be free, even from a deleted field whose values may be left', () => {
    const groups = [{ id: A, name: 'Support' }];
    expect(taken({ groups }, { groups: [{ id: A, key: 'Sales' }] })).toEqual([`groups[0].id ${IS_TAKEN}`]);
    const fields = [{ id: 'f' as FieldId, name: 'Country', kind: 'text' as const, options: [] }];
    expect(taken({ fields }, { fields: [{ id: 'f', key: null }] })).toEqual([`fields[0].id ${IS_TAKEN}`]);
  });
});
