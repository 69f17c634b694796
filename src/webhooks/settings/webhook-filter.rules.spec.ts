import { KnownVocabulary } from '../../fields/known/known-vocabulary.js';
import { Problems } from '../../kernel/errors.js';
import type { CategoryId, GroupId, StatusId } from '../../kernel/ids.js';
import { MAX_FILTER_VALUES, readFilter, refuseUnheardMentions, shownFilter } from './webhook-filter.rules.js';

const COMPANY = '0190c7a4-9e22-7040-8d31-6c7b8d9e0f1a';
const MEMBER = '0190c7a4-5f3e-7d10-9a40-1f2e3d4c5b6a';

const vocabularyOf = (group: string): KnownVocabulary =>
  new KnownVocabulary({
    version: '1',
    statuses: [['status-1' as StatusId, 'new']],
    groups: [['group-1' as GroupId, group]],
    categories: [{ id: 'category-1' as CategoryId, parentId: null, name: 'Billing' }],
    fields: [],
  });
const names = {
  vocabulary: vocabularyOf('Tier 1'),
  companies: new Set([COMPANY]),
  members: new Set([MEMBER]),
};

const WHOLE = {
  ...{ status: ['new'], group: ['Tier 1'], tag: [' VIP ', 'vip', 'late'], priority: ['high'] },
  ...{ category: ['None', 'Billing'], company_id: [COMPANY.toUpperCase()], channel: ['api'] },
  mentions: [MEMBER],
};

function read(sent: Readonly<Record<string, unknown>>) {
  const problems = new Problems();
  const kept = readFilter(sent, names, problems, 'filter');
  return { kept, paths: problems.list.map(({ path }) => path), messages: problems.list };
}

// @proves E-33-1, E-33-2
describe('a filter of a webhook', () => {
  it('keeps ids of statuses, groups and categories, and shows their present names', () => {
    const { kept, paths } = read(WHOLE);
    expect(paths).toEqual([]);
    expect(kept).toEqual({
      ...{ status: ['status-1'], group: ['group-1'], tag: ['VIP', 'late'], priority: ['high'] },
      ...{ category: ['None', 'category-1'], company_id: [COMPANY], channel: ['api'], mentions: [MEMBER] },
    });
    const shown = { ...WHOLE, tag: ['VIP', 'late'], company_id: [COMPANY] };
    expect(shownFilter(kept, names)).toEqual(shown);
    expect(shownFilter(kept, { vocabulary: vocabularyOf('First') })).toEqual({ ...shown, group: ['First'] });
  });

  it('shows the id of a name that is gone', () => {
    expect(shownFilter({ group: ['gone'] }, names)).toEqual({ group: ['gone'] });
  });

  it.each([
    ['an unknown status', { status: ['new', 'nope'] }, ['filter.status[1]']],
    ['an unknown group', { group: ['tier 1'] }, ['filter.group[0]']],
    ['a wrong tag', { tag: ['ok', ''] }, ['filter.tag[1]']],
    ['an unknown priority', { priority: ['highest'] }, ['filter.priority[0]']],
    ['an unknown category', { category: ['nope'] }, ['filter.category[0]']],
    [
      'an unknown company, and what is no id',
      { company_id: [MEMBER, 'x'] },
      ['filter.company_id[0]', 'filter.company_id[1]'],
    ],
    ['a channel of two lines', { channel: ['a\nb'] }, ['filter.channel[0]']],
    ['an unknown member', { mentions: [COMPANY] }, ['filter.mentions[0]']],
    ['no text', { status: [1, null] }, ['filter.status[0]', 'filter.status[1]']],
    ['a value twice', { status: ['new', 'new'] }, ['filter.status']],
    ['an empty list', { status: [], tag: [] }, ['filter.status', 'filter.tag']],
    ['null in place of a list', { priority: null }, ['filter.priority']],
    [
      'too many values',
      { channel: Array.from({ length: MAX_FILTER_VALUES + 1 }, String) },
      ['filter.channel'],
    ],
    ['an unknown property', { status: ['new'], colour: ['red'] }, ['filter.colour']],
    ['nothing', {}, ['filter']],
  ])('refuses %s at its own path', (_what, sent, paths) => {
    expect(read(sent).paths).toEqual(paths);
  });

  it('lists the existing names for an unknown one', () => {
    expect(read({ group: ['nope'] }).messages[0]?.message).toBe('is not the name of a group (Tier 1)');
  });

  it('picks mentions only for a webhook that is told of notes', () => {
    const refused = (filter: object | null, includesNotes: boolean): string[] => {
      const problems = new Problems();
      refuseUnheardMentions(filter as never, includesNotes, problems);
      return problems.list.map(({ path }) => path);
    };
    expect(refused({ mentions: [MEMBER] }, false)).toEqual(['filter.mentions']);
    expect([
      refused({ mentions: [MEMBER] }, true),
      refused({ tag: ['a'] }, false),
      refused(null, false),
    ]).toEqual([[], [], []]);
  });
});
