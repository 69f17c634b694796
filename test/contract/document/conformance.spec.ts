// Which clauses test/clauses.md has. `npm run -s conformance` says which tests prove them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT } from '../../support/servers/processes.js';

interface Section {
  readonly number: string;
  /** The rows of its tables, without their heads: each is a clause at least. */
  readonly tableRows: number;
}

const textOf = (path: string) => readFileSync(join(PROJECT, path), 'utf8');

const clauses = textOf('test/clauses.md')
  .split('\n')
  .flatMap((line) => /^\| ([SDE]-[\d.]+-\d+) \|/.exec(line)?.[1] ?? []);

/** The numbered sections of a document that say something themselves. */
function sectionsOf(path: string): Section[] {
  return textOf(path)
    .split(/^#{2,3} /m)
    .slice(1)
    .map((part) => {
      const [heading = '', ...lines] = part.split('\n');
      const tableRows = lines.filter((line, at) => line.startsWith('|') && !isHead(lines, at)).length;
      return {
        number: /^[\d.]*\d/.exec(heading)?.[0] ?? '',
        tableRows,
        isEmpty: lines.join('').trim() === '',
      };
    })
    .filter(({ number, isEmpty }) => number !== '' && !isEmpty);
}

/** Whether a line of a table is its head, or the line below the head. */
function isHead(lines: readonly string[], at: number): boolean {
  const isRule = (line = '') => /^\|[-|]+\|$/.test(line);
  return isRule(lines[at]) || isRule(lines[at + 1]);
}

describe('test/clauses.md', () => {
  it.each([
    ['S', 'docs/spec/external-api.md'],
    ['D', 'docs/spec/decisions.md'],
  ])('has rows %s for every section of %s, no fewer than its tables have', (letter, path) => {
    const sections = sectionsOf(path);
    expect(sections.length).toBeGreaterThanOrEqual(10);
    const short = sections
      .map(({ number, tableRows }) => {
        const found = clauses.filter((clause) => clause.startsWith(`${letter}-${number}-`)).length;
        return { number, found, wanted: Math.max(tableRows, 1) };
      })
      .filter(({ found, wanted }) => found < wanted);
    expect(short).toEqual([]);
  });

  it('numbers the clauses of each section from 1 without a gap', () => {
    const last = new Map<string, number>();
    for (const clause of clauses) {
      const [, section = '', number] = /^([SDE]-[\d.]+)-(\d+)$/.exec(clause) ?? [];
      expect([clause, Number(number)]).toEqual([clause, (last.get(section) ?? 0) + 1]);
      last.set(section, Number(number));
    }
  });
});
