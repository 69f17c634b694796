// After a whole run, checks that some test has produced every status of every operation in the OpenAPI document. It checks nothing
// when only some tests or some projects were run. scripts/run-suite.mjs runs files again that failed: their second run checks the
// answers of both runs.
import { appendFileSync, existsSync, readFileSync } from 'node:fs';

export default class CoverageReporter {
  constructor(globalConfig) {
    this.projects = globalConfig.projects.length;
    this.partial =
      globalConfig.testPathPatterns?.patterns?.length > 0 ||
      Boolean(globalConfig.testNamePattern) ||
      globalConfig.onlyChanged ||
      Boolean(globalConfig.shard);
    this.problems = [];
  }

  onRunComplete(contexts) {
    const { SUITE_SEEN, SUITE_AGAIN } = process.env;
    // It belongs to a whole run when that has left its answers.
    const isAgain = SUITE_AGAIN === 'true' && existsSync(SUITE_SEEN);
    if (!isAgain && (this.partial || contexts.size < this.projects)) return;
    if (SUITE_SEEN) appendFileSync(SUITE_SEEN, textOf(process.env.DESK_TEST_SEEN));
    this.problems = unreachedIn(textOf(SUITE_SEEN ?? process.env.DESK_TEST_SEEN));
    for (const problem of this.problems) console.error(problem);
  }

  getLastError() {
    if (this.problems.length === 0) return undefined;
    return new Error(`${this.problems.length} promises are not kept by any test (see above).`);
  }
}

function textOf(file) {
  return file && existsSync(file) ? readFileSync(file, 'utf8') : '';
}

/** @param answers what tests have reached, one answer a line */
function unreachedIn(answers) {
  const paths = ['openapi.json', 'openapi-admin.json'].flatMap((file) =>
    Object.values(JSON.parse(readFileSync(file, 'utf8')).paths),
  );
  const seen = new Set(answers.split('\n'));
  return paths
    .flatMap((item) => Object.values(item))
    .flatMap(({ operationId, responses }) =>
      Object.keys(responses).map((status) => `${operationId} ${status}`),
    )
    .filter((answer) => !seen.has(answer))
    .map((answer) => `No test reached ${answer} of the documents.`);
}
