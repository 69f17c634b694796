// The process in which mails are read. It ends when the one that started it does, or ends it. A message has the next mail, or says how many
// bytes of it come on the standard input. The answer is a message, and the bytes of the files follow on the standard output.
import { receivedMailOf } from '../message/message.js';
import { bytesFrom } from './piped-bytes.js';
import type { AnnouncedMail, ReceivedMail } from '../message/received-mail.js';

// Signals are for the whole group: the service ends its work first, and then this process.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);

process.on('message', (mail: number | Uint8Array) => {
  if (typeof mail === 'number') void bytesFrom(process.stdin, mail).then(answer);
  else answer(mail);
});

function answer(bytes: Uint8Array): void {
  const mail = read(bytes);
  if (mail === 'unreadable') {
    process.send?.(mail);
    return;
  }
  const files = mail.files.map(({ bytes: { length }, ...file }) => ({ ...file, byteSize: length }));
  process.send?.({ ...mail, files } satisfies AnnouncedMail);
  for (const file of mail.files) process.stdout.write(file.bytes);
}

function read(bytes: Uint8Array): ReceivedMail | 'unreadable' {
  try {
    return receivedMailOf(bytes);
  } catch {
    return 'unreadable';
  }
}
