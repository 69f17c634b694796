// docs/conformance.md names a test for every clause. That the named tests ran and passed is judged after the whole run, by
// test/support/coverage-reporter.mjs.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT } from '../support/processes.js';

interface Row {
  readonly clause: string;
  readonly tests: readonly string[];
}

interface Section {
  readonly number: string;
  /** The rows of its tables, without their heads: each is a clause at least. */
  readonly tableRows: number;
}

const textOf = (path: string) => readFileSync(join(PROJECT, path), 'utf8');

const rows: Row[] = textOf('docs/conformance.md')
  .split('\n')
  .filter((line) => /^\| [\w.-]+ \|/.test(line) && !line.startsWith('| Clause |'))
  .map((line) => {
    const [, clause = '', , tests = ''] = line.split(/(?<!\\)\|/).map((cell) => cell.trim());
    return {
      clause,
      tests: [...tests.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name.replaceAll('\\|', '|')),
    };
  });

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

/** The titles in a test file: the texts that stand before a function in a call. */
function titlesOf(source: string): string[] {
  const title = /\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1,\s*(?:async\s*)?(?:\(|\w+ =>)/g;
  return [...source.matchAll(title)].map(([, , text = '']) => text.replace(/\\(.)/g, '$1'));
}

const PLACEHOLDER = /%[a-zA-Z]|\$\w+|\$\{[^}]*\}/;

/** Whether a name, whole or ending in `…`, can come of the titles, one inside the other. */
function canBeBuilt(name: string, titles: readonly string[]): boolean {
  const begins = name.endsWith('…') ? name.slice(0, -1).trimEnd() : null;
  return titles.some((title) => {
    if (!PLACEHOLDER.test(title) && name.startsWith(`${title} `)) {
      if (canBeBuilt(name.slice(title.length + 1), titles)) return true;
    }
    if (begins === null) return matcherOf(title).test(name);
    const [head = ''] = title.split(PLACEHOLDER);
    return head.startsWith(begins) || (head.length < title.length && begins.startsWith(head));
  });
}

function matcherOf(title: string): RegExp {
  const parts = title.split(PLACEHOLDER).map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 's');
}

describe('docs/conformance.md', () => {
  it.each([
    ['S', 'docs/spec/external-api.md'],
    ['D', 'docs/spec/decisions.md'],
  ])('has rows %s for every section of %s, no fewer than its tables have', (letter, path) => {
    const sections = sectionsOf(path);
    expect(sections.length).toBeGreaterThanOrEqual(10);
    const short = sections
      .map(({ number, tableRows }) => {
        const found = rows.filter(({ clause }) => clause.startsWith(`${letter}-${number}-`)).length;
        return { number, found, wanted: Math.max(tableRows, 1) };
      })
      .filter(({ found, wanted }) => found < wanted);
    expect(short).toEqual([]);
  });

  it('numbers the clauses of each section from 1 without a gap', () => {
    const last = new Map<string, number>();
    for (const { clause } of rows) {
      const [, section = '', number] = /^([SD]-[\d.]+)-(\d+)$/.exec(clause) ?? [];
      expect([clause, Number(number)]).toEqual([clause, (last.get(section) ?? 0) + 1]);
      last.set(section, Number(number));
    }
  });

  it('names a test in every row', () => {
    expect(rows.filter(({ tests }) => tests.length === 0)).toEqual([]);
  });

  it('names tests only that their files have', () => {
    const titles = new Map<string, string[]>();
    const missing = rows.flatMap(({ clause, tests }) =>
      tests
        .filter((test) => {
          const [, file = '', name = ''] = /^(\S+) › (.*)$/s.exec(test) ?? [];
          if (!existsSync(join(PROJECT, file))) return true;
          if (!titles.has(file)) titles.set(file, titlesOf(textOf(file)));
          return !canBeBuilt(name, titles.get(file) ?? []);
        })
        .map((test) => `${clause}: ${test}`),
    );
    expect(missing).toEqual([]);
  });
});
