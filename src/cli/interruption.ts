import { messageOf } from '../kernel/thrown.js';
import type { Terminal } from './output/terminal.js';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** A terminal and npm both deliver the same Ctrl-C. Only a signal after this time is a second one. */
const ECHO_MS = 3_000;

/** Lets a command clean up when it is interrupted, then ends the process by the same signal. */
export class Interruption {
  private begun: number | undefined;

  constructor(
    private readonly terminal: Terminal,
    private readonly cleanUp: () => Promise<void>,
  ) {
    for (const signal of SIGNALS) terminal.io.signals.on(signal, this.interrupt);
  }

  /** Calls `finish` if no signal has come. After a signal it waits for the end of the process. */
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
    this.terminal.say('Interrupted.');
    void this.cleanUp()
      .catch((error: unknown) => {
        this.terminal.say(messageOf(error));
      })
      .then(() => {
        this.endBy(signal);
      });
  };

  private endBy(signal: NodeJS.Signals): void {
    this.stop();
    this.terminal.io.signals.raise(signal);
  }

  private stop(): void {
    for (const signal of SIGNALS) this.terminal.io.signals.off(signal, this.interrupt);
  }
}
