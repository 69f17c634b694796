// The thread in which HTML with many tags is cleaned. Each message is an HTML text, and is answered in order.
import { parentPort } from 'node:worker_threads';
import { CleanDescription } from '../rules/description.rules.js';

parentPort?.on('message', (sent: string) => {
  const { html, problem } = CleanDescription.thoroughly(sent);
  parentPort?.postMessage({ html, problem });
});
