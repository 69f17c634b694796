// Jest's own runner with three workers: a project that names it runs at most three of its files at once, and at another time than files of
// other projects. `jest` brings the runner.
import TestRunner from 'jest-runner';

export default class extends TestRunner {
  constructor(globalConfig, context) {
    super({ ...globalConfig, maxWorkers: Math.min(3, globalConfig.maxWorkers) }, context);
  }
}
