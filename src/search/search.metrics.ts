import type { INestApplicationContext } from '@nestjs/common';
import type { Registry } from 'prom-client';
import { showGauge, showWaiting } from '../platform/metrics/process-metrics.js';
import { SearchIndexer } from './indexing/search-indexer.job.js';

/** Shows how far the index of words is behind. Each process counts the workspaces that it looks at, so the largest value is right. */
export function showSearch(registry: Registry, app: INestApplicationContext): void {
  const indexer = app.get(SearchIndexer);
  const count = {
    name: 'support_desk_search_work_waiting',
    help: 'Pieces of work that are to be indexed for the search, in all workspaces: texts, imports and rebuilds.',
  };
  const oldest = {
    name: 'support_desk_search_oldest_waiting_seconds',
    help: 'How long the oldest of them has waited; 0 when none waits.',
  };
  showWaiting(registry, { count, oldest }, () => indexer.waiting);
  const unreadable = {
    name: 'support_desk_search_texts_without_words',
    help: 'Texts since the start whose words could not be read, so that no search finds them; the log names each as text_without_words.',
  };
  showGauge(registry, { ...unreadable, aggregator: 'sum' }, () => indexer.unreadable);
}
