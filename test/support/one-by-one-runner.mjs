// Jest's own runner with one worker: a project that names it runs its files one by one, before or after those of other projects. `jest`
// brings the runner.
import TestRunner from 'jest-runner';

export default class extends TestRunner {
  constructor(globalConfig, context) {
    super({ ...globalConfig, maxWorkers: 1 }, context);
  }
}
