import { FEATURES } from '../../app/feature-modules.js';
import { SeedService } from '../../import/seed/seed.service.js';
import { startProgress } from '../progress.js';
import { withWorkspace } from '../session.js';
import type { Terminal } from '../terminal.js';

/** Adds synthetic tickets to a workspace and shows the progress. */
export async function seedTickets(
  terminal: Terminal,
  subdomain: string,
  tickets: number,
  seed: number,
): Promise<void> {
  await withWorkspace(terminal, subdomain, FEATURES, async ({ app, scope }) => {
    const progress = startProgress(terminal, tickets);
    try {
      await app.get(SeedService).seed(scope, {
        tickets,
        seed,
        onProgress: (added) => {
          progress.show(added, `${added} of ${tickets} tickets`);
        },
      });
    } finally {
      progress.end();
    }
  });
  terminal.say(`Workspace "${subdomain}" has ${tickets} more tickets, made with the seed ${seed}.`);
}
