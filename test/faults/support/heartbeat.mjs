// Asks a service for a sign of life every few milliseconds, in a thread of its own, and tells how long the slowest answer took.
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

const PAUSE_MS = 2;
const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
let longest = 0;
let since = 0;

function beat() {
  return new Promise((resolve, reject) => {
    const begun = performance.now();
    http
      .get({ port: workerData.port, host: '127.0.0.1', path: '/health/live', agent }, (answer) => {
        answer.resume().on('end', () => resolve(performance.now() - Math.max(begun, since)));
      })
      .on('error', reject);
  });
}

parentPort.on('message', () => {
  parentPort.postMessage(longest);
  longest = 0;
  since = performance.now();
});

for (;;) {
  const took = await beat();
  longest = Math.max(longest, took);
  await sleep(PAUSE_MS);
}
