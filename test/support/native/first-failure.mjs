// The environment of spec files whose first failure tells enough: it skips all tests after one that has failed (scripts/mutants.mjs).
import NativeEnvironment from './environment.mjs';

let hasFailed = false;

export default class FirstFailureEnvironment extends NativeEnvironment {
  handleTestEvent({ name, test }) {
    if (name === 'test_done' && test.errors.length > 0) hasFailed = true;
    if (name === 'test_start' && hasFailed) test.mode = 'skip';
  }
}
