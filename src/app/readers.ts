import { Global, Module, type Type } from '@nestjs/common';
import { EventsModule } from '../events/events.module.js';
import type { EventReader } from '../events/readers/event-reader.js';
import { declaredFeatures } from '../platform/features/facts.js';
import { PlatformModule } from '../platform/platform.module.js';
// Entities load before readers: the loader of jest does not load files with common imports side by side.
import './entities.js';

const loaded: Type<EventReader>[] = [];
for (const { reader } of declaredFeatures()) if (reader) loaded.push((await reader()) as Type<EventReader>);

/** The readers of events. They run in the service, and at the end of a command that has written events. */
export const EVENT_READERS: readonly Type<EventReader>[] = loaded;

/** Makes each reader once, and every feature may ask for it. A command has the readers, too, and loads nothing else of their features. */
@Global()
@Module({ imports: [EventsModule, PlatformModule], providers: loaded, exports: loaded })
export class ReadersModule {}
