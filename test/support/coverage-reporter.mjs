// After a whole run, checks that some test has produced every status of every operation in the OpenAPI document. It checks nothing
// when only some tests or some projects were run.
import { existsSync, readFileSync } from 'node:fs';

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
    if (this.partial || contexts.size < this.projects) return;
    this.problems = unreachedAnswers();
    for (const problem of this.problems) console.error(problem);
  }

  getLastError() {
    if (this.problems.length === 0) return undefined;
    return new Error(`${this.problems.length} promises are not kept by any test (see above).`);
  }
}

function unreachedAnswers() {
  const paths = ['openapi.json', 'openapi-admin.json'].flatMap((file) =>
    Object.values(JSON.parse(readFileSync(file, 'utf8')).paths),
  );
  const file = process.env.DESK_TEST_SEEN;
  const seen = new Set(file && existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []);
  return paths
    .flatMap((item) => Object.values(item))
    .flatMap(({ operationId, responses }) =>
      Object.keys(responses).map((status) => `${operationId} ${status}`),
    )
    .filter((answer) => !seen.has(answer))
    .map((answer) => `No test reached ${answer} of the documents.`);
}
