import { Module } from '@nestjs/common';
import { TeamMemberRepository } from './team-member.repository.js';
import { TeamMembersService } from './team-members.service.js';

@Module({ providers: [TeamMemberRepository, TeamMembersService], exports: [TeamMembersService] })
export class TeamMembersModule {}
