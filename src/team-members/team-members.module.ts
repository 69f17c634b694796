import { Module, type MiddlewareConsumer, type NestModule } from '@nestjs/common';
import { deprecatedRoutes } from '../platform/routes/deprecated-routes.js';
import { VocabularyModule } from '../vocabulary/vocabulary.module.js';
import { TicketsModule } from '../tickets/tickets.module.js';
import { LegacyTeamMembersController } from './legacy-team-members.controller.js';
import { TeamMemberChangesService } from './team-member-changes.service.js';
import { TeamMemberRemovalsController } from './team-member-removals.controller.js';
import { TeamMemberRepository } from './team-member.repository.js';
import { TeamMembersController } from './team-members.controller.js';
import { TeamMembersService } from './team-members.service.js';

@Module({
  imports: [TicketsModule, VocabularyModule],
  controllers: [TeamMembersController, TeamMemberRemovalsController, LegacyTeamMembersController],
  providers: [TeamMemberChangesService, TeamMemberRepository, TeamMembersService],
  exports: [TeamMembersService],
})
export class TeamMembersModule implements NestModule {
  configure(consumer: MiddlewareConsumer): void {
    consumer
      .apply(deprecatedRoutes('/api/external/v1', '/api/external/v2'))
      .forRoutes(LegacyTeamMembersController);
  }
}
