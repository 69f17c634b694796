import { messageOf } from '../kernel/thrown.js';
import { say } from './output.js';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** Terminals and npm both pass Ctrl-C on; only a later one means that the person has lost patience. */
const ECHO_MS = 3_000;

/** Lets a command clean up when it is interrupted, then ends the process by the same signal. */
export class Interruption {
  private begun: number | undefined;

  constructor(private readonly cleanUp: () => Promise<void>) {
    for (const signal of SIGNALS) process.on(signal, this.interrupt);
  }

  /** Ends the watch with `finish`; once a signal has come this waits for the end of the process instead. */
  async ifNone(finish: () => Promise<void>): Promise<void> {
    try {
      if (this.begun === undefined) await finish();
      if (this.begun !== undefined) await new Promise(() => undefined);
    } finally {
      this.stop();
    }
  }

  private readonly interrupt = (signal: NodeJS.Signals): void => {
    if (this.begun !== undefined) {
      if (performance.now() - this.begun > ECHO_MS) this.endBy(signal);
      return;
    }
    this.begun = performance.now();
    say('Interrupted.');
    void this.cleanUp()
      .catch((error: unknown) => {
        say(messageOf(error));
      })
      .then(() => {
        this.endBy(signal);
      });
  };

  private endBy(signal: NodeJS.Signals): void {
    this.stop();
    process.kill(process.pid, signal);
  }

  private stop(): void {
    for (const signal of SIGNALS) process.off(signal, this.interrupt);
  }
}
