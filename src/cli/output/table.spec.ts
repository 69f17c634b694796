import { tableLines } from './table.js';

const TITLES = ['ID', 'NAME'];

describe('a table', () => {
  it('aligns its columns and ends its lines where the text ends', () => {
    const rows = [
      ['1', 'Acme'],
      ['200', 'B'],
    ];
    expect(tableLines(TITLES, rows, Infinity)).toEqual(['ID   NAME', '1    Acme', '200  B']);
  });

  it('aligns characters that are two columns wide, or none, and escapes what a terminal would obey', () => {
    const rows = [
      ['日本', 'x'],
      ['e\u0301', 'x'],
      ['\u001b', 'x'],
    ];
    expect(tableLines(TITLES, rows, Infinity)).toEqual([
      'ID      NAME',
      '日本    x',
      'e\u0301       x',
      '\\u001b  x',
    ]);
  });

  it.each([
    [24, ['ID         NAME   STATE', '1234567    a lon…  valid', '1234567    日本…  valid']],
    [14, ['ID   N… S…', '1…']],
  ])('fits into %i columns', (width) => {
    const rows = [
      ['1234567890', 'a long name of a key', 'valid'],
      ['1234567890', '日本日本日本日本', 'valid'],
    ];
    const lines = tableLines([...TITLES, 'STATE'], rows, width);
    for (const line of lines) expect(widthIn(line)).toBeLessThanOrEqual(width);
    expect(lines[1]).toContain('…');
  });

  it('has any number of rows', () => {
    expect(tableLines(['ID'], Array<string[]>(200_000).fill(['1']), 80)).toHaveLength(200_001);
  });

  it('cuts the widest cells first, and the first column last', () => {
    const rows = [['1234567890', 'a long name of a key', 'valid']];
    expect(tableLines([...TITLES, 'STATE'], rows, 30)[1]).toBe('1234567890  a long nam…  valid');
    expect(tableLines([...TITLES, 'STATE'], rows, 22)[1]).toBe('1234567…  a lo…  valid');
  });
});

/** These tests use characters that are not Latin, and each of them has two columns. */
const widthIn = (line: string): number => line.length + (line.match(/[日本]/g) ?? []).length;
