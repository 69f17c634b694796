import type { INestApplicationContext } from '@nestjs/common';
import { Counter, type Registry } from 'prom-client';
import { showWaiting } from '../../platform/metrics/process-metrics.js';
import { MailQueue } from './mail.queue.js';
import { SentMail } from './sent-mail.js';
import { SmtpSender } from './smtp-sender.js';

/** Shows the mails that wait in all workspaces, and the results of the tries of this process, where there is a mail server. */
export function showMail(registry: Registry, app: INestApplicationContext): void {
  if (!app.get(SmtpSender).hasServer) return;
  const [queue, results] = [app.get(MailQueue), app.get(SentMail)];
  const count = {
    name: 'support_desk_mails_waiting',
    help: 'Mails to customers that are still to be sent, in all workspaces, as counted within the last minute.',
  };
  const oldest = {
    name: 'support_desk_mails_oldest_waiting_seconds',
    help: 'How long the oldest of them has waited; 0 when none waits.',
  };
  showWaiting(registry, { count, oldest }, () => queue.waiting);
  new Counter({
    name: 'support_desk_mails_total',
    help: 'Tries of this process to send a mail: the server took it (sent), it is not tried any more (failed), or later again (retried).',
    labelNames: ['result'],
    registers: [registry],
    collect() {
      this.reset();
      for (const result of ['sent', 'failed', 'retried'] as const) this.inc({ result }, results[result]);
    },
  });
}
