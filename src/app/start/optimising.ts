import { setFlagsFromString } from 'node:v8';

/** Keeps V8 from optimising. A start runs most of its code once, so optimised code costs other threads more time than it saves. */
export function optimiseLater(): void {
  setFlagsFromString('--no-opt');
}

/** Lets V8 optimise what runs often from now on. */
export function optimiseFromNow(): void {
  setFlagsFromString('--opt');
}
