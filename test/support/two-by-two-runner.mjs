// Jest's own runner with two workers: a project that names it runs at most two of its files at once.
import TestRunner from 'jest-runner';

export default class extends TestRunner {
  constructor(globalConfig, context) {
    super({ ...globalConfig, maxWorkers: Math.min(2, globalConfig.maxWorkers) }, context);
  }
}
