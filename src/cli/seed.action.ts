import { SeedService } from '../import/seed.service.js';
import { say } from './output.js';
import { startProgress } from './progress.js';
import { withWorkspace } from './session.js';

/** Adds synthetic tickets to a workspace and tells how far it is. */
export async function seedTickets(subdomain: string, tickets: number, seed: number): Promise<void> {
  await withWorkspace(subdomain, async (app, scope) => {
    const progress = startProgress(tickets);
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
  say(`Workspace "${subdomain}" has ${tickets} more tickets, made with the seed ${seed}.`);
}
