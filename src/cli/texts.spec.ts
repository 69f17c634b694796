import { table, visible } from './texts.js';

it('a table aligns its columns and ends its lines where the text ends', () => {
  expect(
    table(
      ['ID', 'NAME'],
      [
        ['1', 'Acme'],
        ['200', 'B'],
      ],
    ),
  ).toEqual(['ID   NAME', '1    Acme', '200  B']);
});

it('nothing that a terminal would obey is printed', () => {
  expect(visible('a\u001b[31mb\nc')).toBe('a�[31mb�c');
});
