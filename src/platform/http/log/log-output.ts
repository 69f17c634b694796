import { pino } from 'pino';

/** Several lines are one write, after 250 ms at the latest. A pipe takes a write in one piece, so lines of workers do not mix. */
const BUFFERED = { sync: false, minLength: 3584, maxWrite: 4096, periodicFlush: 250 } as const;
/** More bytes than these do not wait for a disk that is full or a reader that is slow. Later lines are lost. */
const MOST_UNWRITTEN = 8 * 1024 * 1024;

type LogOutput = ReturnType<typeof pino.destination>;

/** Opens the output of a log. When it takes nothing, it is tried again every 250 ms, and the process goes on. */
export function logOutput(fd: number): LogOutput {
  const output = pino.destination({ ...BUFFERED, maxLength: MOST_UNWRITTEN, dest: fd });
  let isRefused = false;
  // Nobody else listens after the first error, and Node.js ends a process for an error that nobody hears.
  output.on('error', () => (isRefused = true));
  output.on('write', () => (isRefused = false));
  const flushAll = output.flushSync.bind(output);
  output.flushSync = () => {
    tryOnce(output);
    // It would try again for ever, and the process would never end.
    if (!isRefused) flushAll();
  };
  return output;
}

/** Writes some of what waits, and reports an error at once. */
function tryOnce(output: LogOutput & { sync?: boolean }): void {
  output.sync = true;
  output.flush();
  output.sync = false;
}
