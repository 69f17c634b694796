import fc from 'fast-check';
import { Problems } from '../../kernel/errors.js';
import { readTags } from './ticket.rules.js';

describe('tags', () => {
  const read = (sent: readonly unknown[]) => {
    const problems = new Problems();
    return { tags: readTags(sent, problems), paths: problems.list.map(({ path }) => path) };
  };

  // @proves D-4-41
  it('are trimmed and folded, the first spelling stays', () => {
    expect(read([' VIP ', 'vip', 'refund'])).toEqual({ tags: ['VIP', 'refund'], paths: [] });
  });

  it('are refused one by one at their own path', () => {
    expect(read(['ok', '', ' ', 12, null, 'x'.repeat(65), 'a\0']).paths).toEqual([
      'tags[1]',
      'tags[2]',
      'tags[3]',
      'tags[4]',
      'tags[5]',
      'tags[6]',
    ]);
  });

  it('have at most 64 characters after trimming', () => {
    expect(read([` ${'x'.repeat(64)} `]).paths).toEqual([]);
  });

  it('are at most 100 different ones', () => {
    const hundred = Array.from({ length: 100 }, (_, index) => `t${index}`);
    expect(read([...hundred, 'T0']).paths).toEqual([]);
    expect(read([...hundred, 'one more']).paths).toEqual(['tags']);
  });

  it('are the same when they are read again, for all lists', () => {
    const sent = fc.array(fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('VIP', 'vip', ' Vip')));
    fc.assert(
      fc.property(sent, (texts) => {
        const { tags } = read(texts);
        expect(read(tags)).toEqual({ tags, paths: [] });
      }),
    );
  });
});
