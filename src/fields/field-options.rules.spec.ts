import type { OptionId } from '../kernel/ids.js';
import { Problems } from '../kernel/errors.js';
import type { FieldKind } from './field.kinds.js';
import {
  readNewOptions,
  readOptionChanges,
  type OptionChanges,
  type OptionRequest,
} from './field-options.rules.js';

const ID = {
  india: '00000000-0000-4000-8000-00000000000a',
  germany: '00000000-0000-4000-8000-00000000000b',
  brazil: '00000000-0000-4000-8000-00000000000c',
  unknown: '00000000-0000-4000-8000-00000000000d',
};
const COUNTRY = {
  kind: 'single_option' as FieldKind,
  options: [
    { id: ID.india as OptionId, label: 'India', displayOrder: 0 },
    { id: ID.germany as OptionId, label: 'Germany', displayOrder: 1 },
    { id: ID.brazil as OptionId, label: 'Brazil', displayOrder: 2 },
  ],
};
const NONE = { removed: [], renamed: [], added: [] };

const changesOf = (request: OptionRequest, field = COUNTRY): OptionChanges => {
  const problems = new Problems();
  const changes = readOptionChanges(field, request, problems);
  expect(problems.list).toEqual([]);
  return changes;
};
const refusalOf = (request: OptionRequest, field = COUNTRY): string[] => {
  const problems = new Problems();
  readOptionChanges(field, request, problems);
  return problems.list.map(({ path, message }) => `${path} ${message}`);
};

describe('changes of options', () => {
  it('are additions without an id, renamings with one, and removals', () => {
    const request = {
      data: [{ label: 'Chile' }, { id: ID.india.toUpperCase(), label: 'Bharat' }],
      removeOptionIds: [ID.brazil],
    };
    expect(changesOf(request)).toEqual({
      removed: [ID.brazil],
      renamed: [{ id: ID.india, label: 'Bharat' }],
      added: ['Chile'],
    });
  });

  it('are empty when nothing differs', () => {
    expect(changesOf({})).toEqual(NONE);
    expect(changesOf({ data: [{ id: ID.india, label: 'India' }], removeOptionIds: [] })).toEqual(NONE);
  });

  it('can swap labels, take those that become free, and change the case of one', () => {
    const swap = {
      data: [
        { id: ID.india, label: 'Germany' },
        { id: ID.germany, label: 'INDIA' },
      ],
    };
    expect(changesOf(swap).renamed).toHaveLength(2);
    expect(changesOf({ data: [{ label: 'brazil' }], removeOptionIds: [ID.brazil] }).added).toEqual([
      'brazil',
    ]);
    expect(changesOf({ data: [{ id: ID.india, label: 'INDIA' }] }).renamed).toHaveLength(1);
  });

  // @proves D-5-11
  it('can replace every option at once', () => {
    const all = [ID.india, ID.germany, ID.brazil];
    expect(changesOf({ data: [{ label: 'World' }], removeOptionIds: all })).toEqual({
      removed: all,
      renamed: [],
      added: ['World'],
    });
  });
});

describe('changes of options that are refused', () => {
  const taken = 'is the label of another option of this field';
  const unknown = 'is not the id of an option of this field';
  // @proves S-2.2-2, S-4.1-8, D-5-6..8, D-5-10
  it.each<[string, OptionRequest, string[]]>([
    ['a blank label', { data: [{ label: ' ' }] }, ['field.data[0].label must not be blank']],
    ['a missing label', { data: [{ id: ID.india }] }, ['field.data[0].label must be a string']],
    [
      'elements that are no objects',
      { data: ['Chile', null, [], 7] },
      [0, 1, 2, 3].map(
        (at) => `field.data[${at}] must be an object with a label, and with an id to rename an option`,
      ),
    ],
    [
      'unknown properties',
      { data: [{ label: 'Chile', lable: 1 }] },
      ['field.data[0].lable is not a known property'],
    ],
    [
      'unknown ids',
      {
        data: [
          { id: ID.unknown, label: 'x' },
          { id: null, label: 'y' },
        ],
        removeOptionIds: [ID.unknown, 7, null],
      },
      [
        `field.data[0].id ${unknown}`,
        `field.data[1].id ${unknown}`,
        ...[0, 1, 2].map((at) => `field.remove_option_ids[${at}] ${unknown}`),
      ],
    ],
    [
      'repeated ids',
      {
        data: [
          { id: ID.india, label: 'x' },
          { id: ID.india, label: 'y' },
        ],
        removeOptionIds: [ID.brazil, ID.brazil.toUpperCase()],
      },
      ['field.data[1].id is in the list already', 'field.remove_option_ids[1] is in the list already'],
    ],
    [
      'an option both renamed and removed',
      { data: [{ id: ID.india, label: 'x' }], removeOptionIds: [ID.india] },
      ['field.remove_option_ids[0] is also renamed in this request'],
    ],
    ['a label that another option has', { data: [{ label: 'INDIA' }] }, [`field.data[0].label ${taken}`]],
    [
      'a renaming to the label of another option',
      { data: [{ id: ID.india, label: 'germany' }] },
      [`field.data[0].label ${taken}`],
    ],
    [
      'one new label twice',
      { data: [{ label: 'Chile' }, { id: ID.india, label: 'chile' }] },
      [`field.data[1].label ${taken}`],
    ],
    [
      'the removal of all options',
      { removeOptionIds: [ID.india, ID.germany, ID.brazil] },
      ['field.remove_option_ids must leave at least one option'],
    ],
    [
      'everything at once',
      {
        data: [{ label: '' }, { label: 'India' }, { id: ID.unknown, label: 'z' }],
        removeOptionIds: ['nope'],
      },
      [
        'field.data[0].label must not be blank',
        `field.data[2].id ${unknown}`,
        `field.remove_option_ids[0] ${unknown}`,
        `field.data[1].label ${taken}`,
      ],
    ],
  ])('name %s', (_name, request, problems) => {
    expect(refusalOf(request)).toEqual(problems);
  });

  it('name both properties of a kind without options', () => {
    const text = { kind: 'text' as FieldKind, options: [] };
    const absent = 'must be absent: a text field has no options';
    expect(refusalOf({ data: [{ label: 'x' }], removeOptionIds: [] }, text)).toEqual([
      `field.data ${absent}`,
      `field.remove_option_ids ${absent}`,
    ]);
    expect(changesOf({}, text)).toEqual(NONE);
  });
});

describe('the options of a new field', () => {
  const read = (kind: FieldKind | undefined, data: unknown[]) => {
    const problems = new Problems();
    const labels = readNewOptions(kind, data, problems);
    return { labels, problems: problems.list.map(({ path, message }) => `${path} ${message}`) };
  };

  it('are labels or objects with one', () => {
    expect(read('multi_option', ['Desk', { label: 'Chat' }])).toEqual({
      labels: ['Desk', 'Chat'],
      problems: [],
    });
    expect(read('text', [])).toEqual({ labels: [], problems: [] });
  });

  it.each<[string, FieldKind | undefined, unknown[], string[]]>([
    ['none at all', 'single_option', [], ['field.data must have at least one option']],
    ['any of a kind without', 'text', ['x'], ['field.data must be absent: a text field has no options']],
    [
      'wrong and repeated ones, also when the kind is wrong',
      undefined,
      ['Desk', ' ', 7, { label: 'DESK' }, { label: 'x', id: ID.india }],
      [
        'field.data[1] must not be blank',
        'field.data[2] must be an object with a label',
        'field.data[4].id is not a known property',
        'field.data[3].label is the label of another option of this field',
      ],
    ],
  ])('name %s', (_name, kind, data, problems) => {
    expect(read(kind, data).problems).toEqual(problems);
  });
});
