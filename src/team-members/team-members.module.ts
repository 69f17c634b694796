import { Module } from '@nestjs/common';
import { EventsModule } from '../events/events.module.js';
import { PlatformModule } from '../platform/platform.module.js';
import { FieldsModule } from '../fields/fields.module.js';
import { TicketsModule } from '../tickets/tickets.module.js';
import { MemberInvitations } from './member-invitations.js';
import { TeamMemberChangesService } from './team-member-changes.service.js';
import { TeamMemberRepository } from './team-member.repository.js';
import { TeamMembersController } from './team-members.controller.js';
import { TeamMembersService } from './team-members.service.js';

@Module({
  imports: [EventsModule, PlatformModule, TicketsModule, FieldsModule],
  controllers: [TeamMembersController],
  providers: [MemberInvitations, TeamMemberChangesService, TeamMemberRepository, TeamMembersService],
  exports: [MemberInvitations, TeamMembersService],
})
export class TeamMembersModule {}
