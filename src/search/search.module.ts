import { EventsModule } from '../events/events.module.js';
import { Feature } from '../platform/features/feature.js';
import { PlatformModule } from '../platform/platform.module.js';
import { SearchIndexer } from './index/search-indexer.job.js';
import { SearchService } from './index/search.service.js';
import { TextIndexing } from './index/text-indexing.service.js';
import { SearchMatches } from './matches/search-matches.repository.js';
import { TextMatches } from './matches/text-matches.service.js';
import { SearchWorkRepository } from './index/search-work.repository.js';
import { SEARCH } from './search.feature.js';

/** The search for words in tickets [rule 22]. */
@Feature(SEARCH, {
  jobs: [SearchIndexer],
  imports: [EventsModule, PlatformModule],
  providers: [SearchMatches, SearchService, SearchWorkRepository, TextIndexing, TextMatches],
  exports: [SearchService, TextMatches],
})
export class SearchModule {}
