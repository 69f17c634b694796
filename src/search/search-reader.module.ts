import { EventsModule } from '../events/events.module.js';
import { Feature } from '../platform/features/feature.js';
import { PlatformModule } from '../platform/platform.module.js';
import { SearchReader } from './index/search.reader.js';
import { SearchWorkRepository } from './index/search-work.repository.js';
import { SEARCH } from './search.feature.js';

/** The reader of events that notes which texts have to be indexed. Commands have it, too. */
@Feature(SEARCH, {
  jobs: [SearchReader],
  imports: [EventsModule, PlatformModule],
  providers: [SearchWorkRepository],
  exports: [SearchWorkRepository],
})
export class SearchReaderModule {}
