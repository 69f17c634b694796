import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Worker } from 'node:worker_threads';
import { unavailable } from '../../kernel/errors.js';
import { FairShares } from '../../platform/limits/fair-shares.js';
import type { TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { CleanDescription } from '../rules/description.rules.js';
import { isSimpleMarkup } from '../rules/simple-markup.rules.js';
import type { TicketChanges } from '../rules/properties/sent-ticket.js';

/** Up to this number of `<` and `&`, cleaning takes a few milliseconds. At the limit of a description it takes a tenth of a second or more. */
const MOST_SIGNS = 1_000;
/** Work without a deadline waits at most this long for its turn. */
const PATIENCE_MS = 30_000;
/** The thread ends after this time without work. */
const IDLE_MS = 60_000;

interface Waiting {
  readonly resolve: (cleaned: CleanDescription) => void;
  readonly reject: (error: Error) => void;
}

/** Cleans HTML so that nobody else has to wait for it: what takes long is cleaned by a thread, for which workspaces take turns. */
@Injectable()
export class HtmlCleanerService implements OnApplicationShutdown {
  protected readonly program: URL = new URL('./cleaning-thread.js', import.meta.url);
  private thread: Worker | null = null;
  private idle: NodeJS.Timeout | undefined;
  private readonly turns = new FairShares(1, 1);
  /** The caller whose text the thread cleans now. */
  private waiting: Waiting | null = null;

  /** @throws unavailable when the thread ends, or when the turn does not come in time */
  async clean({ workspaceId, deadline }: TenantScope, sent: string): Promise<CleanDescription> {
    if (isQuick(sent) || isSimpleMarkup(sent)) return CleanDescription.of(sent);
    const leave = await this.turns.take(workspaceId, Math.min(deadline.remainingMs, PATIENCE_MS));
    try {
      return await this.cleanThere(sent);
    } finally {
      leave();
    }
  }

  /** Cleans the description of changes, which needs no transaction. */
  async cleaned(scope: TenantScope, changes: TicketChanges): Promise<TicketChanges> {
    if (typeof changes.description !== 'string') return changes;
    return { ...changes, description: await this.clean(scope, changes.description) };
  }

  async onApplicationShutdown(): Promise<void> {
    clearTimeout(this.idle);
    await this.thread?.terminate();
  }

  private cleanThere(sent: string): Promise<CleanDescription> {
    clearTimeout(this.idle);
    const thread = (this.thread ??= this.start());
    return new Promise((resolve, reject) => {
      this.waiting = { resolve, reject };
      thread.ref();
      thread.postMessage(sent);
    });
  }

  private start(): Worker {
    const thread = new Worker(this.program);
    let failure = new Error('The thread that cleans HTML has ended.');
    thread.on('message', (cleaned: Pick<CleanDescription, 'html' | 'problem'>) => {
      this.waiting?.resolve(CleanDescription.cleaned(cleaned));
      this.rest(thread);
    });
    thread.on('error', (error: Error) => (failure = error));
    thread.on('exit', () => {
      if (this.thread !== thread) return;
      this.thread = null;
      this.waiting?.reject(unavailable(failure));
    });
    return thread;
  }

  /** The service ends without waiting for a thread that has nothing to do. */
  private rest(thread: Worker): void {
    thread.unref();
    this.idle = setTimeout(() => {
      this.thread = null;
      void thread.terminate();
    }, IDLE_MS).unref();
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
