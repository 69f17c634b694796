import type { IncomingMessage } from 'node:http';
import type { Test } from 'supertest';

type Done = (error: Error | null, body: unknown) => void;

/** Has a request whose answer may last take its first message, and the whole of any other answer. */
export function takingTheBeginning(request: Test, path: string): Test {
  return /\/events\/stream($|\?)/.test(path)
    ? request.buffer(true).parse((response, done) => {
        readBeginning(response as unknown as IncomingMessage & { text?: string }, done);
      })
    : request;
}

function readBeginning(response: IncomingMessage & { text?: string }, done: Done): void {
  const lasts = response.headers['content-type'] === 'text/event-stream';
  let text = '';
  response.setEncoding('utf8');
  response.on('data', (piece: string) => {
    text += piece;
    response.text = text;
    if (!lasts || !text.includes('\n\n')) return;
    done(null, text);
    response.destroy();
  });
  response.on('end', () => {
    if (!lasts) done(null, text === '' ? {} : JSON.parse(text));
  });
}
