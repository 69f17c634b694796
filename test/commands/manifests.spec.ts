import { randomBytes } from 'node:crypto';
import type { FieldProblem } from '../../src/kernel/errors.js';
import type { WorkspaceDetails } from '../../src/workspaces/workspace-list.js';
import { ApiClient } from '../support/servers/api-client.js';
import { useDesk } from '../support/test-app.js';

const app = useDesk();
let subdomain: string;

beforeEach(() => {
  subdomain = `w${randomBytes(6).toString('hex')}`;
});

const manifestWith = (rest = '') => `workspace: { subdomain: ${subdomain}, name: Somebody }\n${rest}`;
/** Applies a manifest of the workspace of this test. */
const apply = async (rest?: string) => (await app.operator.apply(manifestWith(rest))).changes;
const problemsOf = async (rest: string): Promise<readonly FieldProblem[]> => {
  const refused = await apply(rest).then(
    () => ({ problems: [] }),
    (error: unknown) => error as { problems: readonly FieldProblem[] },
  );
  return refused.problems;
};
/** The fields of a manifest, by names and slugs such as `A: a, B: ~`. */
const fieldsWith = (slugs: string): string => {
  const fields = slugs.split(', ').map((one) => one.split(': '));
  const slug = (value?: string) => (value === '~' ? '' : `, placeholder_slug: ${value}`);
  return `fields: [${fields.map(([name, value]) => `{ name: ${name}, kind: text${slug(value)} }`).join(', ')}]`;
};
const show = (): Promise<WorkspaceDetails> => app.operator.show(subdomain);

const EVERYTHING = `statuses: [{ name: awaiting_qa }]
categories: [{ name: Billing, sub_categories: [{ name: Invoices, sub_categories: [{ name: VAT }] }] }]
groups: [{ name: Support }]
team_members: [{ email: eve@w.example, first_name: Eve, last_name: Jones, role: admin, groups: [Support] }]
companies: [{ name: Globex }]
fields:
  - { name: Country, kind: single_option, options: [India, Germany] }
  - { name: Seats, kind: integer }
forms: [{ title: Contact, slug: contact, fields: [country] }]`;

describe('applying a manifest', () => {
  // @proves S-2.3-7, S-2.3-11
  it('makes a workspace with the defaults, and again changes nothing', async () => {
    expect((await apply())[0]).toBe(`created workspace "${subdomain}"`);
    const { statuses, categories, workspace } = await show();
    expect(statuses.map(({ name }) => name).join()).toBe(
      'new,open,on_hold,waiting_on_customer,closed,spam,trash',
    );
    expect(categories.map(({ name }) => name).join()).toBe(
      'Questions,Incident,Problem,Feature request,Refund',
    );
    expect(workspace.knowledgeBaseName).toBe('Somebody');
    expect(await apply()).toEqual([]);
  });

  it('makes nothing when a field wants the slug that another one gets from its name', async () => {
    const fields =
      'fields: [{ name: Size, kind: text }, { name: Other, kind: text, placeholder_slug: size }]';
    expect(await problemsOf(fields)).toEqual([
      { path: 'fields[1].placeholder_slug', message: 'is the slug of the field "Size"' },
    ]);
    await expect(show()).rejects.toThrow('There is no workspace');
  });

  it('limits the keys of the workspace, until it says otherwise', async () => {
    const apply = async (limit: string) => {
      const text = `workspace: { subdomain: ${subdomain}, name: Somebody, requests_per_minute: ${limit} }`;
      return (await app.operator.apply(text)).changes;
    };
    await apply('100');
    expect((await show()).workspace.requestsPerMinute).toBe(100);
    expect(await apply('200')).toEqual(['limited each key to 200 requests per minute']);
    expect((await app.operator.apply(manifestWith())).changes).toEqual([]);
    expect((await show()).workspace.requestsPerMinute).toBe(200);
    expect(await apply('default')).toEqual(['limited each key to the default of the installation']);
    expect((await show()).workspace.requestsPerMinute).toBeNull();
    for (const limit of ['0', '1.5', 'many', '1000000001', '~'])
      await expect(apply(limit)).rejects.toMatchObject({
        problems: [
          {
            path: 'workspace.requests_per_minute',
            message: 'must be a whole number from 1 to 1000000000, or the word default',
          },
        ],
      });
  });

  // @proves E-15-14
  it('says whether replies of customers reopen tickets, which they do by default', async () => {
    const apply = async (value: string) => {
      const text = `workspace: { subdomain: ${subdomain}, name: Somebody, reopen_on_reply: ${value} }`;
      return (await app.operator.apply(text)).changes;
    };
    await app.operator.apply(manifestWith());
    expect((await show()).workspace.reopenOnReply).toBe(true);
    expect(await apply('false')).toEqual(['replies of customers do not reopen tickets']);
    expect((await app.operator.apply(manifestWith())).changes).toEqual([]);
    expect((await show()).workspace.reopenOnReply).toBe(false);
    expect(await apply('true')).toEqual(['replies of customers reopen tickets']);
    for (const value of ['~', '1', 'maybe'])
      await expect(apply(value)).rejects.toMatchObject({
        problems: [{ path: 'workspace.reopen_on_reply', message: 'must be true or false' }],
      });
  });

  // @proves E-16-2
  it('gives attachments a quota and a list of types, until it says otherwise', async () => {
    const apply = async (settings: string) => {
      const text = `workspace: { subdomain: ${subdomain}, name: Somebody, ${settings} }`;
      return (await app.operator.apply(text)).changes;
    };
    const allowed = async () => {
      const { attachmentQuotaMb, attachmentTypes } = (await show()).workspace;
      return [attachmentQuotaMb, attachmentTypes];
    };
    await app.operator.apply(manifestWith());
    expect(await allowed()).toEqual([null, null]);
    const some = 'attachment_quota_mb: 500, attachment_types: [image/*, application/pdf]';
    expect(await apply(some)).toEqual([
      'attachments may use 500 MB in total',
      'attachments may have the types image/*, application/pdf',
    ]);
    for (const same of [some, 'knowledge_base_name: Somebody']) expect(await apply(same)).toEqual([]);
    expect(await allowed()).toEqual([500, ['image/*', 'application/pdf']]);
    expect(await apply('attachment_quota_mb: unlimited, attachment_types: all')).toEqual([
      'attachments have no quota',
      'attachments may have any type',
    ]);
    expect(await allowed()).toEqual([null, null]);
  });

  // @proves E-16-2
  it.each([
    ['attachment_quota_mb: 0', /^must be a whole number from 1 to 1000000000, or the word unlimited$/],
    ['attachment_quota_mb: 1.5', /^must be a whole number/],
    ['attachment_quota_mb: ~', /^must be a whole number/],
    ['attachment_types: []', /^must be a list of 1 to 100 media types .*, or the word all$/],
    ['attachment_types: none', /^must be a list of 1 to 100 media types/],
    ['attachment_types: [PNG]', /^must be a list of 1 to 100 media types/],
    ['attachment_types: [Image/png]', /^must be a list of 1 to 100 media types/],
    ['attachment_types: ["*/*"]', /^must be a list of 1 to 100 media types/],
  ])('refuses the setting %s of attachments', async (setting, message) => {
    const text = `workspace: { subdomain: ${subdomain}, name: Somebody, ${setting} }`;
    const problem = {
      path: setting.split(':')[0]?.replace(/^/, 'workspace.'),
      message: expect.stringMatching(message),
    };
    await expect(app.operator.apply(text)).rejects.toMatchObject({ problems: [problem] });
  });

  it('makes everything that the file names, and again changes nothing', async () => {
    expect(await apply(EVERYTHING)).toHaveLength(1 + 7 + 5 + 10);
    const before = await show();
    expect(await apply(EVERYTHING)).toEqual([]);
    expect(await show()).toEqual(before);
    expect(before.fields.map(({ placeholderSlug, displayOrder }) => [placeholderSlug, displayOrder])).toEqual(
      [
        ['country', 0],
        ['seats', 1],
      ],
    );
  });

  // @proves D-10-7, D-10-9..10
  it('changes what the file names and keeps the rest', async () => {
    await apply(EVERYTHING);
    const before = await show();
    const changes = await apply(`statuses: [{ name: later }]
categories: [{ name: Incident, sub_categories: [{ name: Outage }] }]
groups: [{ name: Sales }]
team_members: [{ email: EVE@w.example, first_name: Eva, groups: [Sales] }]
fields: [{ name: country, kind: single_option, options: [Brazil, INDIA], state: inactive, display_order: 7 }]
forms: [{ title: Contact, slug: contact, enabled: false, fields: [Seats] }]`);
    expect(changes).toEqual([
      'created status "later"',
      'created category "Incident > Outage"',
      'created group "Sales"',
      'updated team member EVE@w.example',
      'added team member EVE@w.example to group "Sales"',
      'renamed field "Country" to "country"',
      'set state of field "country" to inactive',
      'set display_order of field "country" to 7',
      'renamed option "India" of field "country" to "INDIA"',
      'added option "Brazil" to field "country"',
      'disabled form "contact"',
      'changed the fields of form "contact"',
    ]);
    const after = await show();
    const [seats, country] = after.fields;
    expect([country?.id, seats?.id]).toEqual(before.fields.map(({ id }) => id));
    expect(country).toMatchObject({ name: 'country', state: 'inactive', placeholderSlug: 'country' });
    expect(country?.options.map(({ label }) => label)).toEqual(['INDIA', 'Germany', 'Brazil']);
    expect(after.teamMembers).toMatchObject([
      {
        firstName: 'Eva',
        lastName: 'Jones',
        role: 'admin',
        groups: [{ name: 'Sales' }, { name: 'Support' }],
      },
    ]);
    expect(after.forms[0]?.fieldIds).toEqual([seats?.id, country?.id]);
    expect(after.companies).toEqual(before.companies);
  });

  it('makes a removed option anew, and a removed team member active again', async () => {
    await apply(EVERYTHING);
    const before = await show();
    const client = new ApiClient(app, subdomain, await app.operator.createKey(before.workspace.id, 'test'));
    await client.delete('/team_members', { emails: ['eve@w.example'] }).set('Accept', 'application/json');
    const [country] = before.fields;
    const india = country?.options.find(({ label }) => label === 'India')?.id;
    await client.patch(`/fields/${country?.id}`, { field: { remove_option_ids: [india] } });
    expect(await apply(EVERYTHING)).toEqual([
      'made team member eve@w.example active again',
      'added option "India" to field "Country"',
    ]);
    const after = await show();
    expect(after.fields[0]?.options.map(({ label }) => label)).toEqual(['Germany', 'India']);
    expect(after.fields[0]?.options[1]?.id).not.toBe(before.fields[0]?.options[0]?.id);
  });

  it('gives a slug that is free, and says when a wanted one is not', async () => {
    await apply(`fields: [{ name: Order number, kind: text }, { name: Order-number, kind: text }]`);
    expect((await show()).fields.map(({ placeholderSlug }) => placeholderSlug)).toEqual([
      'order_number',
      'order_number_2',
    ]);
    const problems = await problemsOf(
      `fields: [{ name: Third, kind: text, placeholder_slug: order_number }]`,
    );
    expect(problems).toEqual([
      { path: 'fields[0].placeholder_slug', message: 'is the slug of the field "Order number"' },
    ]);
  });

  it.each<[string, string, string[]]>([
    ['two fields of the workspace', 'A: z, B: z', ['fields[1] A']],
    ['a field of the workspace and new ones', 'A: z, New: z, Newer: z', ['fields[1] A', 'fields[2] A']],
    ['a field of the workspace, which a new one has got from its name', 'Z: ~, A: z', ['fields[1] Z']],
    ['two fields that would exchange theirs', 'A: b, B: a', ['fields[0] B', 'fields[1] A']],
  ])('refuses one slug for %s', async (_what, wanted, problems) => {
    await apply(fieldsWith('A: a, B: b'));
    const before = await show();
    const slugOf = (problem: string) => {
      const [place, name] = problem.split(' ');
      return { path: `${place}.placeholder_slug`, message: `is the slug of the field "${name}"` };
    };
    expect(await problemsOf(fieldsWith(wanted))).toEqual(problems.map(slugOf));
    expect(await show()).toEqual(before);
  });

  it.each([
    ['numbers the slug of a new field that one before it takes', 'A: z, Z: ~', 'A: z, B: b, Z: z_2'],
    ['gives a slug to a field after the one that gives it up', 'A: z, B: a, C: b', 'A: z, B: a, C: b'],
  ])('%s', async (_what, wanted, slugs) => {
    await apply(fieldsWith('A: a, B: b'));
    await apply(fieldsWith(wanted));
    const { fields } = await show();
    expect(fields.map(({ name, placeholderSlug }) => `${name}: ${placeholderSlug}`).join(', ')).toBe(slugs);
  });

  it('changes nothing when something does not fit what the workspace holds', async () => {
    await apply(EVERYTHING);
    const before = await show();
    const problems = await problemsOf(`groups: [{ name: New }]
team_members: [{ email: new@w.example, first_name: New, groups: [Nobody] }]
fields: [{ name: Seats, kind: text }]
forms: [{ title: T, slug: t, fields: [Nothing] }]`);
    expect(problems.map(({ path, message }) => `${path} ${message}`)).toEqual([
      'fields[0].kind cannot change: the field "Seats" is of kind integer',
      'team_members[0].groups[0] is not a group: "Nobody"',
      'forms[0].fields[0] is not a field: "Nothing"',
    ]);
    expect(await show()).toEqual(before);
  });

  // @proves D-10-8
  it('makes one workspace when several do the same at the same moment', async () => {
    const all = await Promise.all(Array.from({ length: 5 }, () => apply(EVERYTHING)));
    expect(all.map((changes) => changes.length).sort((a, b) => a - b)).toEqual([0, 0, 0, 0, 23]);
    expect((await show()).fields).toHaveLength(2);
  });

  it('leaves a workspace of the same names beside it alone', async () => {
    await apply(EVERYTHING);
    const first = { subdomain, details: await show() };
    subdomain = `${subdomain}x`;
    expect(await apply(EVERYTHING)).toHaveLength(23);
    expect((await show()).fields[0]?.id).not.toBe(first.details.fields[0]?.id);
    expect(await app.operator.show(first.subdomain)).toEqual(first.details);
  });
});
