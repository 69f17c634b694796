// The process in which mails are read. It ends when the one that started it does, or ends it.
import { receivedMailOf } from './message.js';
import type { ReceivedMail } from './received-mail.js';

// Signals are for the whole group: the service ends its work first, and then this process.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);

process.on('message', (bytes: Uint8Array) => {
  process.send?.(read(bytes));
});

function read(bytes: Uint8Array): ReceivedMail | 'unreadable' {
  try {
    return receivedMailOf(bytes);
  } catch {
    return 'unreadable';
  }
}
