#!/usr/bin/env node
import process from 'node:process';
import { listen } from './listen.js';

const ending = new AbortController();
let ended: NodeJS.Signals | undefined;
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
// npx hands one Ctrl-C over a second time.
for (const signal of signals)
  process.on(signal, () => {
    ended ??= signal;
    ending.abort();
  });
// The reader of the output has gone, as `head` does.
process.stdout.on('error', () => {
  ending.abort();
});
const { argv, env, stdin, stdout, stderr } = process;
process.exitCode = await listen(argv.slice(2), { env, stdin, stdout, stderr, stop: ending.signal });
if (ended) {
  process.removeAllListeners(ended);
  process.kill(process.pid, ended);
}
