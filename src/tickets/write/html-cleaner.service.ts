import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Worker } from 'node:worker_threads';
import { unavailable } from '../../kernel/errors.js';
import { CleanDescription } from '../rules/description.rules.js';
import { isSimpleMarkup } from '../rules/simple-markup.rules.js';
import type { TicketChanges } from '../rules/ticket-properties.js';

/** Cleaning HTML with so many signs takes a few milliseconds; with the most that are allowed, it would take a tenth of a second or more. */
const MOST_SIGNS = 1_000;
/** The thread ends when it has cleaned nothing for so long. */
const IDLE_MS = 60_000;

interface Waiting {
  readonly resolve: (cleaned: CleanDescription) => void;
  readonly reject: (error: Error) => void;
}

/** Cleans HTML so that nobody else has to wait for it: what takes long is cleaned by a thread. */
@Injectable()
export class HtmlCleaner implements OnApplicationShutdown {
  protected readonly program: URL = new URL('./cleaning-thread.js', import.meta.url);
  private thread: Worker | null = null;
  private idle: NodeJS.Timeout | undefined;
  /** The thread answers in order. */
  private waiting: Waiting[] = [];

  /** @throws unavailable when the thread ends */
  clean(sent: string): Promise<CleanDescription> {
    if (isQuick(sent) || isSimpleMarkup(sent)) return Promise.resolve(CleanDescription.of(sent));
    clearTimeout(this.idle);
    const thread = (this.thread ??= this.start());
    return new Promise((resolve, reject) => {
      this.waiting.push({ resolve, reject });
      thread.ref();
      thread.postMessage(sent);
    });
  }

  /** Cleans the description of changes, which needs no transaction. */
  async cleaned(changes: TicketChanges): Promise<TicketChanges> {
    if (typeof changes.description !== 'string') return changes;
    return { ...changes, description: await this.clean(changes.description) };
  }

  async onApplicationShutdown(): Promise<void> {
    clearTimeout(this.idle);
    await this.thread?.terminate();
  }

  private start(): Worker {
    const thread = new Worker(this.program);
    let failure = new Error('The thread that cleans HTML has ended.');
    thread.on('message', (cleaned: Pick<CleanDescription, 'html' | 'problem'>) => {
      this.waiting.shift()?.resolve(CleanDescription.cleaned(cleaned));
      if (this.waiting.length === 0) this.rest(thread);
    });
    thread.on('error', (error: Error) => (failure = error));
    thread.on('exit', () => {
      if (this.thread !== thread) return;
      this.thread = null;
      for (const { reject } of this.waiting.splice(0)) reject(unavailable(failure));
    });
    return thread;
  }

  /** The service ends without waiting for a thread that has nothing to do. */
  private rest(thread: Worker): void {
    thread.unref();
    this.idle = setTimeout(() => void thread.terminate(), IDLE_MS).unref();
  }
}

function isQuick(html: string): boolean {
  let signs = 0;
  for (let at = 0; at < html.length; at++) {
    const code = html.charCodeAt(at);
    if (code !== LESS && code !== AMPERSAND) continue;
    signs++;
    if (signs > MOST_SIGNS) return false;
  }
  return true;
}

const [LESS, AMPERSAND] = ['<'.charCodeAt(0), '&'.charCodeAt(0)];
