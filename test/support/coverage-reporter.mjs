// After a whole run: every operation and status of the OpenAPI document was answered in some test, and every test that
// docs/conformance.md names has passed. A run of a part of the tests is not judged.
import { existsSync, readFileSync } from 'node:fs';

export default class CoverageReporter {
  constructor(globalConfig) {
    this.partial =
      globalConfig.testPathPatterns?.patterns?.length > 0 ||
      Boolean(globalConfig.testNamePattern) ||
      globalConfig.onlyChanged ||
      Boolean(globalConfig.shard);
    this.problems = [];
  }

  onRunComplete(_contexts, results) {
    if (this.partial) return;
    this.problems = [...unreachedAnswers(), ...unprovenClauses(results)];
    for (const problem of this.problems) console.error(problem);
  }

  getLastError() {
    if (this.problems.length === 0) return undefined;
    return new Error(`${this.problems.length} promises are not kept by any test (see above).`);
  }
}

function unreachedAnswers() {
  const { paths } = JSON.parse(readFileSync('openapi.json', 'utf8'));
  const file = process.env.DESK_TEST_SEEN;
  const seen = new Set(file && existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []);
  return Object.values(paths)
    .flatMap((item) => Object.values(item))
    .flatMap(({ operationId, responses }) =>
      Object.keys(responses).map((status) => `${operationId} ${status}`),
    )
    .filter((answer) => !seen.has(answer))
    .map((answer) => `No test reached ${answer} of openapi.json.`);
}

function unprovenClauses(results) {
  const page = 'docs/conformance.md';
  if (!existsSync(page)) return [`${page} is missing.`];
  const passed = new Set();
  for (const { testFilePath, testResults } of results.testResults) {
    const file = testFilePath.slice(process.cwd().length + 1);
    for (const { fullName, status } of testResults)
      if (status === 'passed') passed.add(`${file} › ${fullName}`);
  }
  const rows = readFileSync(page, 'utf8')
    .split('\n')
    .filter((line) => /^\| [\w.-]+ \|/.test(line) && !/^\| (Clause|---)/.test(line));
  return rows.flatMap((row) => {
    const [, clause = '', , tests = ''] = row.split(/(?<!\\)\|/).map((cell) => cell.trim());
    const named = [...tests.matchAll(/`([^`]+)`/g)].map(([, name]) => name.replaceAll('\\|', '|'));
    if (named.length === 0) return [`${page}: clause ${clause} names no test.`];
    return named
      .filter((name) => !passed.has(name) && ![...passed].some((test) => matches(name, test)))
      .map((name) => `${page}: clause ${clause} names a test that did not pass or does not exist: ${name}`);
  });
}

/** A row may name all cases of a table-driven test by ending in `…`. */
function matches(name, test) {
  return name.endsWith('…') && test.startsWith(name.slice(0, -1).trimEnd());
}
