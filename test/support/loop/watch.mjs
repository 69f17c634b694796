// Watches the event loop of the process that loads it by `node --import`: the longest time of its thread on the processor between two turns.
// Waiting for others, and for the processor itself, does not count. Whoever connects to the socket that LOOP_WATCH names gets what was
// longest since the last time, and all of the thread's time until now, in milliseconds.
import { openSync, readSync } from 'node:fs';
import { createServer } from 'node:net';

const EVERY_MS = 2;

const path = process.env.LOOP_WATCH;
// What this process starts, and its threads, have loops of their own.
delete process.env.LOOP_WATCH;
if (path !== undefined && process.platform === 'linux') watch(path);

function watch(socket) {
  const spent = spentOf();
  let [before, longest] = [spent(), 0];
  setInterval(() => {
    const now = spent();
    longest = Math.max(longest, now - before);
    before = now;
  }, EVERY_MS).unref();
  const server = createServer((connection) => {
    connection.on('error', () => undefined).end(JSON.stringify({ longest, spent: spent() }));
    longest = 0;
  });
  server.listen(socket).unref();
}

/** Makes the function that tells the milliseconds which this thread had of a processor. */
function spentOf() {
  const file = openSync(`/proc/self/task/${process.pid}/schedstat`, 'r');
  const bytes = Buffer.alloc(64);
  return () => Number(bytes.toString('latin1', 0, readSync(file, bytes, 0, 64, 0)).split(' ')[0]) / 1e6;
}
