import type { FeatureFacts } from '../platform/features/facts.js';

const TEAM_MEMBER = { id: '0190c7a4-3333-7e31-b0a2-3c4d5e6f7a8b' };
const ALICE = { type: 'operator', id: null, name: 'desk workspace apply (alice)' };
/** `examples/acme.workspace.yaml` states the ids of members. */
const EVE = '0190c7a4-5f3e-7d10-9a40-1f2e3d4c5b6a';
const KIM = '0190c7a4-604f-7e21-8b51-2a3f4e5d6c7b';
const REMOVE_KIM = { summary: 'One member', value: { emails: ['kim@acme.example'] } };

export const TEAM_MEMBERS = {
  room: 'team-members',
  uses: ['fields', 'tickets'],
  tables: {
    team_members: { rights: 'all', nobody: 'people of the desk' },
    team_member_groups: { rights: 'all', nobody: 'people of the desk' },
  },
  entities: [() => import('./entities/team-member.entity.js')],
  reads: ['groups'],
  scopes: ['team_members:read', 'team_members:write'],
  subjects: ['team_member'],
  actions: {
    'team_member.created': {
      type: 'team_member.created',
      example: {
        number: 6,
        data: {
          team_member: TEAM_MEMBER,
          changes: { email: [null, 'eve@team.example'], role: [null, 'agent'] },
        },
        actor: ALICE,
      },
    },
    'team_member.updated': {
      type: 'team_member.updated',
      example: {
        number: 7,
        data: { team_member: TEAM_MEMBER, changes: { role: ['agent', 'admin'] } },
        actor: ALICE,
      },
    },
    'team_member.removed': {
      type: 'team_member.removed',
      example: { number: 8, data: { team_member: TEAM_MEMBER, changes: { state: ['active', 'removed'] } } },
    },
  },
  tag: { name: 'Team members', text: 'The people who handle tickets.' },
  demo: {
    getTeamMember: { id: EVE },
    createTeamMembers: {
      body: {
        summary: 'One member',
        value: { emails: ['sam@acme.example'], first_name: 'Sam', last_name: 'Miller', groups: ['Support'] },
      },
    },
    createTeamMembersLegacy: { body: { summary: 'One member', value: { emails: ['lee@acme.example'] } } },
    updateTeamMember: { id: EVE, body: { summary: 'A time zone', value: { time_zone: 'Europe/Berlin' } } },
    removeTeamMember: { id: KIM },
    removeTeamMemberLegacy: { id: KIM },
    removeTeamMembers: { body: REMOVE_KIM },
    removeTeamMembersLegacy: { body: REMOVE_KIM },
  },
} as const satisfies FeatureFacts;
