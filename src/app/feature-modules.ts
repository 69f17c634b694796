import { AttachmentsModule } from '../attachments/attachments.module.js';
import { ConversationsModule } from '../conversations/conversations.module.js';
import { ImportModule } from '../import/import.module.js';
import { HttpModule } from '../platform/http/http.module.js';
import { IdempotencyModule } from '../platform/idempotency/idempotency.module.js';
import { TransfersModule } from '../platform/transfers/transfers.module.js';
import { WorkspacesModule } from '../workspaces/workspaces.module.js';
import type { FeatureModules } from './services.module.js';

/**
 * Workspaces, tickets with what is said about them, and their import, for commands. Controllers come with them, so their
 * interceptors need the first two modules, although no route is served. They take half a second to load; a command that can do
 * without leaves them out.
 */
export const FEATURES: FeatureModules = [
  HttpModule.forRoot({ bodyLimit: 0, responseBufferBytes: 0 }),
  TransfersModule.forRoot({ transfersAtOnce: 0, transferBytesPerSecond: 0 }),
  // The demo workspace has a file.
  { configured: (config) => AttachmentsModule.forRoot(config) },
  IdempotencyModule.forRoot({ idempotencyQuotaBytes: 0 }),
  ConversationsModule,
  WorkspacesModule,
  ImportModule,
];
