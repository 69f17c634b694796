import { Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import { AuditLogService } from '../events/audit-log.service.js';
import { refuseIfAny, Problems, valueIn, type Checked, type Precondition } from '../kernel/errors.js';
import { readId, type GroupId, type TeamMemberId } from '../kernel/ids.js';
import type { Page, PageRequest } from '../kernel/page.js';
import { partsOf } from '../kernel/objects.js';
import { Turns } from '../kernel/steps.js';
import { foldEmail } from '../kernel/text.js';
import type { InnerScope, TenantScope } from '../platform/tenancy/tenant-scope.js';
import { UnitOfWork } from '../platform/tenancy/unit-of-work.js';
import { TicketUpdaterService } from '../tickets/write/ticket-updater.service.js';
import {
  memberCreated,
  membersUnassigned,
  membersRemoved,
  memberUpdated,
} from './team-member-audit.rules.js';
import {
  teamMemberNotFound,
  differenceOfMember,
  newMember,
  readAddresses,
  refuseUnknown,
  type KnownMember,
  type MemberQuery,
  type Removal,
  type TeamMemberRow,
  type WantedTeamMember,
} from './team-member.rules.js';
import { TeamMemberRepository } from './team-member.repository.js';

/** Tickets that one unit of work unassigns from members, so that it ends within the time of a request. */
const UNASSIGNED_AT_ONCE = 2_000;

/** Members of a manifest that one step adds or records: making thousands in one go would hold the event loop. */
const MEMBERS_AT_ONCE = 1_000;

type NewTeamMember = WantedTeamMember & { readonly id: TeamMemberId };

/** Finds the members to remove and locks them until the unit of work ends. */
type LockMembers = (inner: InnerScope) => Promise<KnownMember[]>;

/** Undoes a look at members, and tells what was seen. */
class Looked extends Error {
  constructor(readonly areMore: boolean) {
    super('A look is undone.');
  }
}

@Injectable()
export class TeamMembersService {
  constructor(
    private readonly members: TeamMemberRepository,
    private readonly tickets: TicketUpdaterService,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditLogService,
  ) {}

  list(scope: TenantScope | InnerScope): Promise<TeamMemberRow[]> {
    return this.members.listAll(scope);
  }

  async page(
    scope: TenantScope,
    query: Checked<MemberQuery>,
    request: PageRequest,
  ): Promise<Page<TeamMemberRow>> {
    return this.members.page(scope, valueIn(query), request);
  }

  /** @throws team_member_not_found, but not for a removed one */
  async get(scope: TenantScope | InnerScope, reference: string): Promise<TeamMemberRow> {
    const member = await this.members.find(scope, readId(reference, teamMemberNotFound) as TeamMemberId);
    if (!member) throw teamMemberNotFound();
    return member;
  }

  /**
   * Removes the members with these addresses, all of them or none. Removed members stay known, cannot be assigned, and lose their
   * tickets that are not closed, spam or trash [rule 8].
   * @throws invalid_request with a problem for each address that is wrong or unknown
   */
  remove(scope: TenantScope, input: Checked<readonly unknown[]>): Promise<Removal> {
    return this.removeLocked(scope, (inner) => this.lockNamed(inner, input));
  }

  /** @throws team_member_not_found, the errors of the precondition */
  async removeOne(
    scope: TenantScope,
    reference: string,
    precondition: Precondition<TeamMemberRow> = null,
  ): Promise<void> {
    const id = readId(reference, teamMemberNotFound) as TeamMemberId;
    await this.removeLocked(scope, async (inner) => {
      const member = await this.members.lock(inner, id);
      if (!member) throw teamMemberNotFound();
      if (precondition) precondition(await this.get(inner, id));
      return [member];
    });
  }

  private async removeLocked(scope: TenantScope, lock: LockMembers): Promise<Removal> {
    while (await this.areTooMany(scope, lock)) await this.unassignSome(scope, lock);
    return this.unitOfWork.run(scope, async (inner) => {
      const members = await lock(inner);
      const ids = members.map(({ id }) => id);
      await this.members.deactivate(inner, ids);
      const unassigned = await this.tickets.unassign(inner, ids);
      await this.audit.record(inner, ...membersRemoved(members, unassigned));
      const removed = members.filter(({ removedAt }) => removedAt === null).length;
      return { removed, before: members.length - removed };
    });
  }

  /** Tells whether one unit of work cannot free all tickets of the members. It leaves no lock behind. */
  private async areTooMany(scope: TenantScope, lock: LockMembers): Promise<boolean> {
    const looking = this.unitOfWork.run(scope, async (inner) => {
      const ids = (await lock(inner)).map(({ id }) => id);
      throw new Looked(await this.tickets.areAtWorkOnMore(inner, ids, UNASSIGNED_AT_ONCE));
    });
    return looking.catch((error: unknown) => {
      if (error instanceof Looked) return error.areMore;
      throw error;
    });
  }

  /**
   * Unassigns some tickets and commits that, so that a request that ends with 503 leaves fewer for the next one. An Idempotency-Key keeps
   * the rest of the removal together with its reply.
   */
  private unassignSome(scope: TenantScope, lock: LockMembers): Promise<void> {
    return this.unitOfWork.runApart(scope, async (inner) => {
      const members = await lock(inner);
      const ids = members.map(({ id }) => id);
      const unassigned = await this.tickets.unassign(inner, ids, UNASSIGNED_AT_ONCE);
      await this.audit.record(inner, ...membersUnassigned(members, unassigned));
    });
  }

  private async lockNamed(inner: InnerScope, input: Checked<readonly unknown[]>): Promise<KnownMember[]> {
    const problems = new Problems(input.problems);
    const named = readAddresses(input.value, problems);
    const members = await this.members.lockNamed(inner, named);
    refuseUnknown(named, members, problems);
    refuseIfAny(problems);
    return members;
  }

  /** Adds and changes the team members of a manifest, and takes nobody out of a group. @returns a sentence for each change */
  async ensure(
    inner: InnerScope,
    wanted: readonly WantedTeamMember[],
    groups: ReadonlyMap<string, GroupId>,
  ): Promise<string[]> {
    const existing = await this.byEmail(inner);
    const changes: string[] = [];
    const [changed, added]: [TeamMemberId[], NewTeamMember[]] = [[], []];
    const turns = new Turns();
    for (const member of wanted) {
      await turns.giveWay();
      const current = existing.get(foldEmail(member.email));
      const made = current
        ? await this.change(inner, current, member, groups)
        : [`created team member ${member.email}`];
      changes.push(...made);
      if (!current) added.push({ ...member, id: member.id ?? (uuid() as TeamMemberId) });
      else if (made.length > 0) changed.push(current.id);
    }
    for (const some of partsOf(added, MEMBERS_AT_ONCE)) await this.addAll(inner, some, groups);
    await this.noteChanges(inner, existing, [...changed, ...added.map(({ id }) => id)]);
    return changes;
  }

  private async noteChanges(
    inner: InnerScope,
    before: ReadonlyMap<string, TeamMemberRow>,
    ids: readonly TeamMemberId[],
  ): Promise<void> {
    for (const some of partsOf(ids, MEMBERS_AT_ONCE)) {
      const entries = (await this.members.listByIds(inner, some)).flatMap((member) => {
        const known = before.get(foldEmail(member.email));
        return known ? memberUpdated(known, member) : [memberCreated(member)];
      });
      await this.audit.record(inner, ...entries);
    }
  }

  private async byEmail(inner: InnerScope): Promise<ReadonlyMap<string, TeamMemberRow>> {
    return new Map((await this.list(inner)).map((member) => [foldEmail(member.email), member]));
  }

  private async addAll(
    inner: InnerScope,
    members: readonly NewTeamMember[],
    groups: ReadonlyMap<string, GroupId>,
  ): Promise<void> {
    await this.members.add(
      inner,
      members.map(({ id, ...one }) => newMember(id, one)),
    );
    const memberships = members.flatMap(({ id, groups: names }) =>
      idsOf(names, groups).map((groupId) => ({ teamMemberId: id, groupId })),
    );
    await this.members.addMemberships(inner, memberships);
  }

  private async change(
    inner: InnerScope,
    current: TeamMemberRow,
    wanted: WantedTeamMember,
    groups: ReadonlyMap<string, GroupId>,
  ): Promise<string[]> {
    const { changes, missingGroups } = differenceOfMember(current, wanted);
    const { removedAt, ...settings } = changes;
    if (Object.keys(changes).length + missingGroups.length > 0)
      await this.members.change(inner, [current.id], changes);
    await this.members.addToGroups(inner, [current.id], idsOf(missingGroups, groups));
    return [
      ...(removedAt === undefined ? [] : [`made team member ${wanted.email} active again`]),
      ...(Object.keys(settings).length === 0 ? [] : [`updated team member ${wanted.email}`]),
      ...missingGroups.map((name) => `added team member ${wanted.email} to group "${name}"`),
    ];
  }
}

function idsOf(names: readonly string[], groups: ReadonlyMap<string, GroupId>): GroupId[] {
  return names.map((name) => {
    const id = groups.get(name);
    if (id === undefined) throw new Error('A team member was to join a group that does not exist.');
    return id;
  });
}
