import { DataSource } from 'typeorm';
import { NO_DEADLINE } from '../../kernel/deadline.js';
import { tenantScope } from '../../platform/tenancy/tenant-scope.js';
import { SearchService } from '../../search/index/search.service.js';
import { SearchModule } from '../../search/search.module.js';
import { workspaceNotFound } from '../../workspaces/workspace.errors.js';
import { listWorkspaces } from '../../workspaces/workspace-list.js';
import { startProgress, type Progress } from '../output/progress.js';
import type { Terminal } from '../output/terminal.js';
import { withSession } from '../session.js';
import { counted } from '../../kernel/text.js';

/** Indexes all texts of a workspace anew, or of all workspaces one after the other, and says how fast. @throws workspace_not_found */
export async function rebuildIndex(terminal: Terminal, subdomain: string | undefined): Promise<void> {
  await withSession(terminal, [SearchModule], async ({ app, operator }) => {
    const all = await listWorkspaces(app.get(DataSource));
    const wanted = all.filter((one) => subdomain === undefined || one.subdomain === subdomain.toLowerCase());
    if (subdomain !== undefined && wanted.length === 0) throw workspaceNotFound(subdomain);
    for (const workspace of wanted) {
      const begun = performance.now();
      let progress: Progress | null = null;
      const scope = tenantScope(workspace.id, null, NO_DEADLINE, operator);
      const texts = await app.get(SearchService).rebuild(scope, ({ done, total }) => {
        progress ??= startProgress(terminal, total);
        progress.show(done, `${workspace.subdomain}: ${done} of ${total} tickets`);
      });
      (progress as Progress | null)?.end();
      const indexed = counted(texts, 'text');
      terminal.say(`Indexed ${indexed} of workspace "${workspace.subdomain}"${speedOf(texts, begun)}.`);
    }
  });
}

function speedOf(texts: number, begun: number): string {
  const seconds = (performance.now() - begun) / 1000;
  return seconds < 1 ? '' : ` in ${seconds.toFixed(1)} s, ${Math.round(texts / seconds)} a second`;
}
