import { Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import { AuditLogService } from '../events/audit-log.service.js';
import { refuseIfAny, Problems, type Checked, type Precondition } from '../kernel/errors.js';
import { readId, type GroupId, type TeamMemberId } from '../kernel/ids.js';
import { definedOnly, differing } from '../kernel/objects.js';
import { foldEmail } from '../kernel/text.js';
import type { InnerScope, TenantScope } from '../platform/tenancy/tenant-scope.js';
import { UnitOfWork } from '../platform/tenancy/unit-of-work.js';
import { KnownVocabulariesService } from '../fields/known/known-vocabularies.service.js';
import { MemberInvitations } from './member-invitations.js';
import { memberCreated, memberUpdated } from './team-member-audit.rules.js';
import {
  teamMemberNotFound,
  belongsTo,
  newMember,
  readAddresses,
  readGroups,
  refuseActive,
  refuseSharedNames,
  type CreatedMembers,
  type KnownMember,
  type MemberChanges,
  type NamedMember,
  type TeamMemberRow,
  type TeamMemberSettings,
  type WantedMembers,
} from './team-member.rules.js';
import { TeamMemberRepository } from './team-member.repository.js';

/** Adds and changes team members for clients of the API [rule 14]. */
@Injectable()
export class TeamMemberChangesService {
  constructor(
    private readonly members: TeamMemberRepository,
    private readonly vocabularies: KnownVocabulariesService,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditLogService,
    private readonly invitations: MemberInvitations,
  ) {}

  /**
   * Adds a member for each address, all of them or none. A removed member becomes active again: what the request names is set,
   * everything else stays as it was.
   * @throws invalid_request with every problem
   */
  async create(scope: TenantScope, input: Checked<WantedMembers>): Promise<CreatedMembers> {
    return this.unitOfWork.runLookingAgain(scope, async (inner) => {
      const wanted = input.value;
      const problems = new Problems(input.problems);
      const named = readAddresses(wanted.emails, problems);
      const known = await this.members.lockNamed(inner, named);
      refuseActive(named, known, problems);
      refuseSharedNames(wanted, problems);
      await this.checkInviter(inner, wanted, problems);
      const groupIds = await this.groupsOf(inner, wanted, problems);
      refuseIfAny(problems);
      return this.store(inner, wanted, { named, known, groupIds });
    });
  }

  /** Changes a member, also a removed one. @throws team_member_not_found, the errors of the precondition, invalid_request */
  async update(
    scope: TenantScope,
    reference: string,
    input: Checked<MemberChanges>,
    precondition: Precondition<TeamMemberRow> = null,
  ): Promise<TeamMemberRow> {
    const id = readId(reference, teamMemberNotFound) as TeamMemberId;
    return this.unitOfWork.runLookingAgain(scope, async (inner) => {
      const before = (await this.members.lock(inner, id)) && (await this.members.find(inner, id));
      if (!before) throw teamMemberNotFound();
      precondition?.(before);
      const problems = new Problems(input.problems);
      const { groups: _names, ...named } = input.value;
      await this.refuseTaken(inner, before, named.email, problems);
      const groupIds = await this.groupsOf(inner, input.value, problems);
      refuseIfAny(problems);
      const changes = differing<TeamMemberSettings>(before, named);
      const moves = groupIds !== null && !belongsTo(before, groupIds);
      if (Object.keys(changes).length === 0 && !moves) return before;
      await this.members.change(inner, [id], changes);
      if (moves) await this.members.setGroups(inner, [id], groupIds);
      const after = (await this.members.find(inner, id)) ?? before;
      await this.audit.record(inner, ...memberUpdated(before, after));
      return after;
    });
  }

  private async store(
    inner: InnerScope,
    wanted: WantedMembers,
    { named, known, groupIds }: SoundMembers,
  ): Promise<CreatedMembers> {
    const idOf = new Map(known.map(({ emailKey, id }) => [emailKey, id]));
    const returning = known.map(({ id }) => id);
    const before = returning.length === 0 ? [] : await this.members.listByIds(inner, returning);
    const { firstName, lastName, role } = wanted;
    const newMembers = named
      .filter(({ emailKey }) => !idOf.has(emailKey))
      .map(({ email }) => newMember(uuid() as TeamMemberId, { firstName: '', ...wanted, email }));
    for (const { id, email } of newMembers) idOf.set(foldEmail(email), id);
    await this.members.add(inner, newMembers);
    if (returning.length > 0) {
      const changes = definedOnly({ firstName, lastName, role });
      await this.members.change(inner, returning, { ...changes, removedAt: null });
    }
    const ids = named.flatMap(({ emailKey }) => idOf.get(emailKey) ?? []);
    if (groupIds !== null) await this.members.setGroups(inner, ids, groupIds);
    const after = await this.members.listByIds(inner, ids);
    const mailed = wanted.isMailed ? await this.invitations.send(inner, named, idOf) : null;
    const isInvited = mailed && named.map(({ emailKey }) => mailed.has(emailKey));
    const former = new Map(before.map((member) => [member.id, member]));
    const entries = after.flatMap((member, index) => {
      const was = former.get(member.id);
      const made = { invitedBy: wanted.invitedBy, isInvited: isInvited?.[index] };
      return was ? memberUpdated(was, member, made) : [memberCreated(member, made)];
    });
    await this.audit.record(inner, ...entries);
    return { members: after, isInvited };
  }

  /** Finds the groups that a request names; null without `groups`. */
  private async groupsOf(
    inner: InnerScope,
    { groups }: Pick<MemberChanges, 'groups'>,
    problems: Problems,
  ): Promise<GroupId[] | null> {
    if (groups === undefined) return null;
    return readGroups(groups, (await this.vocabularies.current(inner)).groups, problems);
  }

  private async checkInviter(
    inner: InnerScope,
    { invitedBy }: WantedMembers,
    problems: Problems,
  ): Promise<void> {
    if (invitedBy === undefined) return;
    const inviter = await this.members.findByEmail(inner, foldEmail(invitedBy));
    if (inviter?.removedAt !== null)
      problems.add('invited_by', 'is not the address of an active team member');
  }

  private async refuseTaken(
    inner: InnerScope,
    { id }: TeamMemberRow,
    email: string | undefined,
    problems: Problems,
  ): Promise<void> {
    if (email === undefined) return;
    const owner = await this.members.findByEmail(inner, foldEmail(email));
    if (owner !== null && owner.id !== id) problems.add('email', 'is the address of another team member');
  }
}

/** The members of a request that has no problem. */
interface SoundMembers {
  readonly named: readonly NamedMember[];
  readonly known: readonly KnownMember[];
  readonly groupIds: readonly GroupId[] | null;
}
