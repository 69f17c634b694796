import type { FieldId } from '../../kernel/ids.js';
import type { KnownField } from '../../fields/known/known-vocabulary.js';
import { controlOf, htmlOf, judgeAnswers, keptFilesOf, valuesToShow } from './form-answers.rules.js';
import { en } from './texts/en.js';

it.each([
  ['one', '<p>one</p>'],
  [' one\ntwo ', '<p>one<br>two</p>'],
  ['one\n\ntwo\n \n\n three', '<p>one</p><p>two</p><p>three</p>'],
  ['<b> & "quotes"', '<p>&lt;b&gt; &amp; "quotes"</p>'],
])('a message becomes HTML of its paragraphs: %j', (text, html) => {
  expect(htmlOf(text)).toBe(html);
});

describe('a tick', () => {
  const judged = (sent: string | null, isRequired: boolean) => {
    const field = { id: 'f' as FieldId, name: 'Terms', kind: 'checkbox', isRequired } as KnownField;
    const values = new Map([
      ...[['email', ['a@b.example']] as const, ['subject', ['S']] as const, ['message', ['M']] as const],
      ...(sent === null ? [] : [[controlOf(field), [sent]] as const]),
    ]);
    const { entry, problems } = judgeAnswers({ fields: [field] }, values, [], en);
    return { said: problems.map(({ text }) => text), values: entry.changes.fieldValues };
  };

  it.each([
    ['true', true, { Terms: 'true' }],
    ['true', false, { Terms: 'true' }],
    ['false', false, { Terms: 'false' }],
    [null, false, {}],
  ])('that was sent as %j is taken, required: %j', (sent, isRequired, values) => {
    expect(judged(sent, isRequired)).toEqual({ said: [], values });
  });

  it.each([
    ['false', true, en.errors.requiredTick('Terms')],
    [null, true, en.errors.requiredTick('Terms')],
    ['on', true, en.errors.other('Terms')],
    ['on', false, en.errors.other('Terms')],
    ['maybe', false, en.errors.other('Terms')],
  ])('that was sent as %j is refused, required: %j', (sent, isRequired, text) => {
    expect(judged(sent, isRequired).said).toEqual([text]);
  });
});

describe('a message', () => {
  const saidOf = (message: string) => {
    const values = new Map([['email', ['a@b.example']], ['subject', ['S']], ['message', [message]]]); // prettier-ignore
    return judgeAnswers({ fields: [] }, values, [], en).problems.map(({ text }) => text);
  };

  it('that is too long is told so, and a shorter one becomes the description', () => {
    expect(saidOf('x'.repeat(256 * 1024 + 1))).toEqual([en.errors.message]);
    expect(saidOf('x'.repeat(256 * 1024 - 7))).toEqual([]);
  });
});

it('A file of an earlier try has all words behind its id as its name.', () => {
  expect(keptFilesOf(new Map([['kept', ['id my  file.png', 'id']]]))).toEqual([
    { signedId: 'id', filename: 'my  file.png' },
    { signedId: 'id', filename: '' },
  ]);
});

it('Of very many files of an earlier try, one more is read than a form may have, so that it is refused.', () => {
  const kept = Array.from({ length: 20_000 }, (_, index) => `${index} a.txt`);
  const files = keptFilesOf(new Map([['kept', kept]]));
  expect(files.map(({ signedId }) => signedId)).toEqual(Array.from({ length: 21 }, (_, index) => `${index}`));
});

it('What was typed is shown again, without the longest values when all are too long.', () => {
  const [name, subject, long] = [['Ada'], ['x'.repeat(100_000)], ['y'.repeat(210_000)]];
  const typed = (values: object) => Object.fromEntries(valuesToShow(new Map(Object.entries(values))));
  expect(typed({ message: long, name })).toEqual({ message: long, name });
  expect(typed({ message: long, subject, name })).toEqual({ subject, name });
});
