// Jest's own runner with one worker: a project that names it runs its files one by one, after or before the other projects. `jest`
// brings the runner.
import runner from 'jest-runner';

export default class extends runner.default {
  constructor(globalConfig, context) {
    super({ ...globalConfig, maxWorkers: 1 }, context);
  }
}
