import type { GroupId, TeamMemberId } from '../kernel/ids.js';
import { Problems } from '../kernel/errors.js';
import {
  checkMemberAddresses,
  differenceOfMember,
  readAddresses,
  refuseUnknown,
  type TeamMemberRow,
} from './team-member.rules.js';

const eve: TeamMemberRow = {
  id: 'eve' as TeamMemberId,
  email: 'eve@acme.example',
  firstName: 'Eve',
  lastName: 'Jones',
  role: 'admin',
  timeZone: null,
  createdAt: new Date(0),
  updatedAt: new Date(0),
  removedAt: null,
  groups: [{ id: 'g1' as GroupId, name: 'Support' }],
};

describe('a team member of a manifest', () => {
  it('needs no change when it is the same already; what is absent stays, and nobody leaves a group', () => {
    const wanted = { email: 'eve@acme.example', firstName: 'Eve', groups: [] };
    expect(differenceOfMember(eve, wanted)).toEqual({ changes: {}, missingGroups: [] });
  });

  it('gets the names, the role and the groups of the manifest', () => {
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

  it('becomes active again after a removal', () => {
    const wanted = { email: 'eve@acme.example', firstName: 'Eve', groups: [] };
    expect(differenceOfMember({ ...eve, removedAt: new Date() }, wanted).changes).toEqual({
      removedAt: null,
    });
  });
});

describe('the members that a removal names', () => {
  const known = [{ id: eve.id, email: eve.email, emailKey: 'eve@acme.example', removedAt: null }];
  const problemsOf = (emails: unknown[]): string[] => {
    const problems = new Problems();
    refuseUnknown(readAddresses(emails, problems), known, problems);
    return problems.list.map(({ path, message }) => `${path} ${message}`);
  };

  it('are identified by their address in any case, even twice', () => {
    expect(problemsOf(['EVE@acme.example', 'eve@acme.example'])).toEqual([]);
  });

  it('are refused with the place of each invalid address and of each unknown one', () => {
    expect(problemsOf(['nope', 'x@acme.example', null, 'X@acme.example'])).toEqual([
      'emails[0] must be an e-mail address',
      'emails[2] must be a string',
      'emails[1] is not the address of a team member',
      'emails[3] is not the address of a team member',
    ]);
  });

  // @proves D-8-1
  it.each([
    [[], 'must have at least 1 item'],
    [Array.from({ length: 101 }, () => 'x'), 'must have at most 100 items'],
    [Array.from({ length: 100 }, () => 'x'), null],
    ['eve@acme.example', 'must be an array of e-mail addresses'],
    [undefined, 'must be an array of e-mail addresses'],
  ])('are 1 to 100 (%#)', (emails, problem) => {
    expect(checkMemberAddresses(emails)).toBe(problem);
  });
});
