import type { Type } from '@nestjs/common';
import { ConversationsModule } from '../conversations/conversations.module.js';
import { ImportModule } from '../import/import.module.js';
import { WorkspacesModule } from '../workspaces/workspaces.module.js';

/** Workspaces, tickets, conversations and imports, for commands that need them: they take half a second to load. */
export const FEATURES: readonly Type[] = [ConversationsModule, WorkspacesModule, ImportModule];
