import { EventsModule } from '../events/events.module.js';
import { Feature } from '../platform/features/feature.js';
import { PlatformModule } from '../platform/platform.module.js';
import { SearchIndexer } from './indexing/search-indexer.job.js';
import { SearchService } from './indexing/search.service.js';
import { TextIndexingService } from './indexing/text-indexing.service.js';
import { SearchMatches } from './matches/search-matches.repository.js';
import { TextMatchesService } from './matches/text-matches.service.js';
import { SearchWorkRepository } from './indexing/search-work.repository.js';

/** The search for words in tickets [rule 22]. */
@Feature({
  jobs: [SearchIndexer],
  imports: [EventsModule, PlatformModule],
  providers: [SearchMatches, SearchService, SearchWorkRepository, TextIndexingService, TextMatchesService],
  exports: [SearchService, TextMatchesService],
})
export class SearchModule {}
