import { Module } from '@nestjs/common';
import { FieldsModule } from '../fields/fields.module.js';
import { FormsModule } from '../forms/forms.module.js';
import { TeamMembersModule } from '../team-members/team-members.module.js';
import { VocabularyRepository } from './vocabulary.repository.js';
import { VocabularyService } from './vocabulary.service.js';
import { WorkspaceRepository } from './workspace.repository.js';
import { WorkspacesService } from './workspaces.service.js';

@Module({
  imports: [FieldsModule, FormsModule, TeamMembersModule],
  providers: [VocabularyRepository, VocabularyService, WorkspaceRepository, WorkspacesService],
  exports: [WorkspacesService],
})
export class WorkspacesModule {}
