import { SearchService } from '../../search/indexing/search.service.js';
import { SearchModule } from '../../search/search.module.js';
import { startProgress, type Progress } from '../output/progress.js';
import type { Terminal } from '../output/terminal.js';
import { withEachWorkspace } from '../session.js';
import { counted } from '../../kernel/text.js';

/** Indexes all texts of a workspace anew, or of all workspaces one after the other, and says how fast. @throws workspace_not_found */
export async function rebuildIndex(terminal: Terminal, subdomain: string | undefined): Promise<void> {
  await withEachWorkspace(terminal, subdomain, [SearchModule], async ({ app, scope }, name) => {
    const begun = performance.now();
    let progress: Progress | null = null;
    const texts = await app.get(SearchService).rebuild(scope, ({ done, total }) => {
      progress ??= startProgress(terminal, total);
      progress.show(done, `${name}: ${done} of ${total} tickets`);
    });
    (progress as Progress | null)?.end();
    terminal.say(`Indexed ${counted(texts, 'text')} of workspace "${name}"${speedOf(texts, begun)}.`);
  });
}

function speedOf(texts: number, begun: number): string {
  const seconds = (performance.now() - begun) / 1000;
  return seconds < 1 ? '' : ` in ${seconds.toFixed(1)} s, ${Math.round(texts / seconds)} a second`;
}
