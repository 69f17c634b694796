import { Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import { AuditLog } from '../events/audit-log.service.js';
import { refuseIfAny } from '../kernel/errors.js';
import type { GroupId, TeamMemberId } from '../kernel/ids.js';
import { definedOnly } from '../kernel/objects.js';
import type { Precondition } from '../kernel/precondition.js';
import { Problems, type Draft } from '../kernel/problems.js';
import { foldEmail } from '../kernel/text.js';
import type { InnerScope, TenantScope } from '../platform/tenancy/tenant-scope.js';
import { UnitOfWork } from '../platform/tenancy/unit-of-work.js';
import { KnownVocabularies } from '../fields/known/known-vocabularies.service.js';
import { InvitationsService } from './invitations.service.js';
import { memberCreated, memberUpdated } from './team-member-audit.rules.js';
import {
  belongsTo,
  readGroups,
  refuseActive,
  refuseSharedNames,
  type MemberChanges,
  type WantedMembers,
} from './team-member-changes.rules.js';
import { teamMemberIdOf, teamMemberNotFound } from './team-member.errors.js';
import { TeamMemberRepository } from './team-member.repository.js';
import {
  newMember,
  readAddresses,
  type CreatedMembers,
  type KnownMember,
  type NamedMember,
  type TeamMemberRow,
} from './team-member.rules.js';

/** Adds and changes team members for clients of the API (extensions, section 14). */
@Injectable()
export class TeamMemberChangesService {
  constructor(
    private readonly members: TeamMemberRepository,
    private readonly vocabularies: KnownVocabularies,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditLog,
    private readonly invitations: InvitationsService,
  ) {}

  /**
   * Adds a member for each address, all of them or none. A removed member becomes active again: what the request names is set,
   * everything else stays as it was.
   * @throws invalid_request with every problem
   */
  async create(scope: TenantScope, draft: Draft<WantedMembers>): Promise<CreatedMembers> {
    return this.unitOfWork.runLookingAgain(scope, async (inner) => {
      const wanted = draft.value;
      const problems = new Problems(draft.problems);
      const named = readAddresses(wanted.emails, problems);
      const known = await this.members.lockNamed(inner, named);
      refuseActive(named, known, problems);
      refuseSharedNames(wanted, problems);
      await this.checkInviter(inner, wanted, problems);
      const groupIds = await this.groupsOf(inner, wanted, problems);
      refuseIfAny(problems);
      return this.keep(inner, wanted, { named, known, groupIds });
    });
  }

  /**
   * Changes the properties that the draft names, also of a removed member. `updated_at` moves only when something differs.
   * @throws team_member_not_found, the errors of the precondition, invalid_request with every problem
   */
  async update(
    scope: TenantScope,
    reference: string,
    draft: Draft<MemberChanges>,
    precondition: Precondition<TeamMemberRow> = null,
  ): Promise<TeamMemberRow> {
    const id = teamMemberIdOf(reference);
    return this.unitOfWork.runLookingAgain(scope, async (inner) => {
      const before = (await this.members.lock(inner, id)) && (await this.members.find(inner, id));
      if (!before) throw teamMemberNotFound();
      precondition?.(before);
      const problems = new Problems(draft.problems);
      const { groups: _names, ...named } = draft.value;
      await this.refuseTaken(inner, before, named.email, problems);
      const groupIds = await this.groupsOf(inner, draft.value, problems);
      refuseIfAny(problems);
      const differing = Object.entries(named).filter(
        ([key, value]) => value !== before[key as keyof typeof named],
      );
      const moves = groupIds !== null && !belongsTo(before, groupIds);
      if (differing.length === 0 && !moves) return before;
      await this.members.change(inner, [id], Object.fromEntries(differing));
      if (moves) await this.members.setGroups(inner, [id], groupIds);
      const after = await this.read(inner, [id]);
      await this.audit.record(inner, ...after.flatMap((member) => memberUpdated(before, member)));
      return after[0] ?? before;
    });
  }

  private async keep(
    inner: InnerScope,
    wanted: WantedMembers,
    { named, known, groupIds }: Checked,
  ): Promise<CreatedMembers> {
    const idOf = new Map(known.map(({ emailKey, id }) => [emailKey, id]));
    const returning = known.map(({ id }) => id);
    const before = returning.length === 0 ? [] : await this.members.listByIds(inner, returning);
    const { firstName, lastName, role } = wanted;
    const newcomers = named
      .filter(({ emailKey }) => !idOf.has(emailKey))
      .map(({ email }) => newMember(uuid() as TeamMemberId, { firstName: '', ...wanted, email }));
    for (const { id, email } of newcomers) idOf.set(foldEmail(email), id);
    await this.members.add(inner, newcomers);
    if (returning.length > 0) {
      const changes = definedOnly({ firstName, lastName, role });
      await this.members.change(inner, returning, { ...changes, removedAt: null });
    }
    const ids = named.flatMap(({ emailKey }) => idOf.get(emailKey) ?? []);
    if (groupIds !== null) await this.members.setGroups(inner, ids, groupIds);
    const after = await this.read(inner, ids);
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

  /** In the order of the ids. */
  private async read(inner: InnerScope, ids: readonly TeamMemberId[]): Promise<TeamMemberRow[]> {
    const members = new Map((await this.members.listByIds(inner, ids)).map((member) => [member.id, member]));
    return ids.flatMap((id) => members.get(id) ?? []);
  }

  /** The groups that a request names; null without `groups`. */
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

/** The result of the check of new members. */
interface Checked {
  readonly named: readonly NamedMember[];
  /** Removed members under some of the addresses. */
  readonly known: readonly KnownMember[];
  /** Null when the request names none. */
  readonly groupIds: readonly GroupId[] | null;
}
