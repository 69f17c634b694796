import { createHash } from 'node:crypto';
import { isTextDigest, withoutLongTexts } from './long-texts.rules.js';

const digestOf = (text: string) => ({
  bytes: Buffer.byteLength(text),
  sha256: createHash('sha256').update(text, 'utf8').digest('hex'),
});

describe('what the audit trail keeps of texts', () => {
  it.each([
    ['of 16 KiB', 'x'.repeat(16_384)],
    ['of 16 KiB in letters of two bytes', 'ü'.repeat(8_192)],
    ['of 16 KiB in letters of four bytes', '😀'.repeat(4_096)],
  ])('%s is the text', (_name, text) => {
    expect(withoutLongTexts({ description: text })).toEqual({ description: text });
  });

  it.each([
    ['of a byte more', 'x'.repeat(16_385)],
    ['of a byte more in letters of two bytes', `x${'ü'.repeat(8_192)}`],
    ['of a byte more in letters of four bytes', `x${'😀'.repeat(4_096)}`],
  ])('%s is its size and digest', (_name, text) => {
    expect(withoutLongTexts({ description: text })).toEqual({ description: digestOf(text) });
  });

  it('is the same in lists and in field values, and leaves everything else unchanged', () => {
    const long = 'y'.repeat(20_000);
    const at = new Date();
    const rest = { subject: 'short', tags: ['a'], due: null, seats: 3, open: true, at };
    expect(withoutLongTexts({ ...rest, ticket_fields: { Notes: long, Seats: 4 }, list: [long] })).toEqual({
      ...rest,
      ticket_fields: { Notes: digestOf(long), Seats: 4 },
      list: [digestOf(long)],
    });
    expect(withoutLongTexts(null)).toBeNull();
  });

  it('is recognised by its two properties', () => {
    expect(isTextDigest(digestOf('x'))).toBe(true);
    for (const other of [null, 'text', { bytes: 1 }, { ...digestOf('x'), id: 1 }, { bytes: 'x', sha256: 1 }])
      expect(isTextDigest(other)).toBe(false);
  });
});
