import type { GroupId, TeamMemberId } from '../kernel/ids.js';
import { differenceOfMember, type TeamMemberRow } from './team-member.rules.js';

const eve: TeamMemberRow = {
  id: 'eve' as TeamMemberId,
  email: 'eve@acme.example',
  firstName: 'Eve',
  lastName: 'Jones',
  role: 'admin',
  removedAt: null,
  groups: [{ id: 'g1' as GroupId, name: 'Support' }],
};

describe('a team member that is wanted', () => {
  it('needs nothing when they are so already; what is absent stays, and nobody leaves a group', () => {
    const wanted = { email: 'eve@acme.example', firstName: 'Eve', groups: [] };
    expect(differenceOfMember(eve, wanted)).toEqual({ changes: {}, missingGroups: [] });
  });

  it('gets the names, the role and the groups that are wanted', () => {
    const wanted = {
      email: 'Eve@acme.example',
      firstName: 'Eva',
      role: 'agent',
      groups: ['Support', 'Sales', 'Sales'],
    } as const;
    expect(differenceOfMember(eve, wanted)).toEqual({
      changes: { email: 'Eve@acme.example', firstName: 'Eva', role: 'agent' },
      missingGroups: ['Sales'],
    });
  });

  it('becomes active again when they were removed', () => {
    const wanted = { email: 'eve@acme.example', firstName: 'Eve', groups: [] };
    expect(differenceOfMember({ ...eve, removedAt: new Date() }, wanted).changes).toEqual({
      removedAt: null,
    });
  });
});
