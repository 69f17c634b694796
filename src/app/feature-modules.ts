import type { Type } from '@nestjs/common';
import { ConversationsModule } from '../conversations/conversations.module.js';
import { ImportModule } from '../import/import.module.js';
import { WorkspacesModule } from '../workspaces/workspaces.module.js';

/**
 * Workspaces, tickets with what is said about them, and their import, for commands. They take half a second to load; a command that
 * can do without leaves them out.
 */
export const FEATURES: readonly Type[] = [ConversationsModule, WorkspacesModule, ImportModule];
