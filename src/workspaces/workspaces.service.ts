import { Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import { SessionService } from '../auth/sessions/session.service.js';
import { AuditLogService } from '../events/audit-log.service.js';
import { fieldsByName, type FieldRow } from '../fields/field.rules.js';
import { FieldsService } from '../fields/fields.service.js';
import { FormsService } from '../forms/settings/forms.service.js';
import { CustomersService } from '../customers/customers.service.js';
import { NO_DEADLINE, type Deadline } from '../kernel/time/deadline.js';
import type { FieldId, WorkspaceId } from '../kernel/ids.js';
import { differing } from '../kernel/objects.js';
import { Problems } from '../kernel/errors.js';
import type { Page, PageRequest } from '../kernel/page.js';
import { foldCase, foldEmail } from '../kernel/text.js';
import { TeamMembersService } from '../team-members/team-members.service.js';
import {
  type Initiator,
  tenantScope,
  type InnerScope,
  type TenantScope,
} from '../platform/tenancy/tenant-scope.js';
import { UnitOfWork } from '../platform/tenancy/unit-of-work.js';
import {
  checkDefaultAuthor,
  findConflicts,
  NO_CONTENTS,
  findTakenIds,
  findUnknownNames,
  type IdHolders,
  type WorkspaceContents,
} from './manifest.rules.js';
import { VocabularyService } from '../vocabulary/vocabulary.service.js';
import type { Manifest } from './manifest.js';
import type { JudgedManifest } from './workspace-manifest.js';
import { invalidManifest, workspaceNotFound } from './workspace.errors.js';
import type { ListedWorkspace, WorkspaceDetails, WorkspaceRow, WorkspaceSettings } from './workspace-list.js';
import { MailReader } from '../mail/reading/mail.reader.js';
import { TicketWriterService } from '../tickets/write/ticket-writer.service.js';
import { WebhooksService } from '../webhooks/settings/webhooks.service.js';
import { WorkspaceRepository } from './workspace.repository.js';
import {
  checkReplyAddress,
  sentencesOf,
  settingsOf,
  workspaceCreated,
  workspaceSuspended,
  workspaceUpdated,
} from './workspace-settings.rules.js';
import { Configuration } from '../platform/config/configuration.js';

export interface AppliedManifest {
  readonly scope: TenantScope;
  /** Tells whether there was no workspace with the subdomain. */
  readonly isNew: boolean;
  /** Each change has a sentence. There is none when nothing had to change. */
  readonly changes: readonly string[];
  readonly workspace: WorkspaceSettings & { readonly subdomain: string };
}

/** Says how a manifest is applied. A command waits as long as it takes, and keeps what it changes. */
interface Application {
  readonly isDryRun?: boolean;
  readonly deadline?: Deadline;
}

/** A manifest, and the workspace that had its subdomain at the last look. */
interface WantedWorkspace {
  readonly manifest: Manifest;
  readonly known: WorkspaceId | null;
}

/** Undoes the transaction of a dry run, and carries out of it what would have changed. */
class Rehearsed extends Error {
  constructor(readonly applied: Omit<AppliedManifest, 'scope'>) {
    super('This was a dry run.');
  }
}

/** Makes, changes and shows workspaces [rule 10]. */
@Injectable()
export class WorkspacesService {
  constructor(
    private readonly workspaces: WorkspaceRepository,
    private readonly vocabulary: VocabularyService,
    private readonly teamMembers: TeamMembersService,
    private readonly customers: CustomersService,
    private readonly fields: FieldsService,
    private readonly forms: FormsService,
    private readonly webhooks: WebhooksService,
    private readonly mail: MailReader,
    private readonly tickets: TicketWriterService,
    private readonly sessions: SessionService,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditLogService,
    private readonly configuration: Configuration,
  ) {}

  /** Lists workspaces by their subdomains, without their logos. */
  page(request: PageRequest): Promise<Page<ListedWorkspace>> {
    return this.workspaces.page(request);
  }

  /** Finds a workspace by its subdomain, in any case of letters. @throws workspace_not_found */
  async find(subdomain: string): Promise<WorkspaceRow> {
    const workspace = await this.workspaces.findBySubdomain(subdomain.toLowerCase());
    if (!workspace) throw workspaceNotFound(subdomain);
    return workspace;
  }

  /** Shows a workspace. @throws workspace_not_found */
  async show(subdomain: string): Promise<WorkspaceDetails> {
    const workspace = await this.find(subdomain);
    return this.unitOfWork.run(tenantScope(workspace.id), async (inner) => ({
      workspace,
      ...(await this.vocabulary.get(inner)),
      teamMembers: await this.teamMembers.list(inner),
      fields: await this.fields.list(inner),
      forms: await this.forms.list(inner),
      webhooks: await this.webhooks.list(inner),
    }));
  }

  /**
   * Suspends a workspace, or resumes it, in every process within a second. While it is suspended, its keys open nothing and no job visits
   * it. The sessions of its customers end for good. @returns whether that changed anything
   */
  async suspend(scope: TenantScope, isSuspended: boolean): Promise<boolean> {
    return this.unitOfWork.run(scope, async (inner) => {
      const isChanged = await this.workspaces.suspend(inner, isSuspended);
      // Another process may have made one after the suspension, before it knew of it. No session outlives a suspension.
      if (isChanged) await this.sessions.endAll(inner);
      if (isChanged) await this.audit.record(inner, workspaceSuspended(inner.workspaceId, isSuspended));
      return isChanged;
    });
  }

  /**
   * Marks a workspace for deletion, which the service does in the background. From now on its subdomain is free, its keys open nothing and no
   * job visits it.
   */
  markForDeletion(scope: TenantScope): Promise<WorkspaceRow> {
    return this.unitOfWork.run(scope, (inner) => this.workspaces.markForDeletion(inner));
  }

  /**
   * Makes or changes the workspace, completely or not at all. It can run several times at once. A dry run finds the changes and the mistakes,
   * and keeps nothing. @throws invalid_manifest
   */
  async apply(
    manifest: Manifest,
    operator: Initiator,
    { isDryRun = false, deadline = NO_DEADLINE }: Application = {},
  ): Promise<AppliedManifest> {
    const { subdomain } = manifest.workspace;
    let known = (await this.workspaces.findBySubdomain(subdomain))?.id ?? null;
    for (;;) {
      const scope = tenantScope(known ?? (uuid() as WorkspaceId), null, deadline, operator);
      const outcome = await this.attempt(scope, { manifest, known }, isDryRun);
      if ('changes' in outcome) return { scope, ...outcome };
      known = outcome.holder;
    }
  }

  /** Applies a manifest. Somebody may have made a member that it found missing, so it looks again. */
  private async attempt(
    scope: TenantScope,
    wanted: WantedWorkspace,
    isDryRun: boolean,
  ): ReturnType<WorkspacesService['applyIn']> {
    try {
      return await this.unitOfWork.runLookingAgain(scope, async (inner) => {
        const outcome = await this.applyIn(inner, wanted);
        if (isDryRun && 'changes' in outcome) throw new Rehearsed(outcome);
        return outcome;
      });
    } catch (error) {
      if (error instanceof Rehearsed) return error.applied;
      throw error;
    }
  }

  /** Refuses a manifest with its mistakes and with those that only the contents of its workspace show. @throws invalid_manifest */
  async refuse({ file, problems }: JudgedManifest): Promise<never> {
    const { subdomain } = (file as { workspace?: { subdomain?: unknown } | null } | null)?.workspace ?? {};
    const known =
      typeof subdomain === 'string' ? await this.workspaces.findBySubdomain(subdomain.toLowerCase()) : null;
    const contents = known
      ? await this.unitOfWork.run(tenantScope(known.id), (inner) => this.contentsOf(inner))
      : null;
    findUnknownNames(file, contents ?? NO_CONTENTS, problems);
    throw invalidManifest(problems);
  }

  /** Applies the manifest. When the subdomain has another workspace than the known one, it returns that one, for another try. */
  private async applyIn(
    inner: InnerScope,
    { manifest, known }: WantedWorkspace,
  ): Promise<Omit<AppliedManifest, 'scope'> | { readonly holder: WorkspaceId | null }> {
    const current = await this.workspaces.lockSubdomain(inner, manifest.workspace.subdomain);
    const holder = current?.id ?? null;
    if (holder !== known) return { holder };
    const workspace = current ? { ...current, ...manifest.workspace } : settingsOf(manifest.workspace);
    await this.refuseUnknownZone(inner, workspace.timeZone, current?.timeZone ?? 'UTC');
    const changes = current
      ? await this.changeSettings(inner, current, manifest.workspace)
      : await this.add(inner, workspace);
    await this.refuseConflicts(inner, manifest, workspace, current);
    changes.push(...(await this.vocabulary.ensure(inner, manifest)));
    const groups = new Map((await this.vocabulary.list(inner, 'groups')).map(({ name, id }) => [name, id]));
    changes.push(...(await this.teamMembers.ensure(inner, manifest.teamMembers, groups)));
    changes.push(...(await this.fields.ensure(inner, manifest.fields)));
    changes.push(...(await this.customers.ensure(inner, manifest.customers)));
    const fields = fieldsByName(await this.fields.list(inner));
    changes.push(...(await this.forms.ensure(inner, manifest.forms, (name) => idOf(fields, name))));
    changes.push(...(await this.webhooks.ensure(inner, manifest.webhooks)));
    return { changes, workspace, isNew: current === null };
  }

  private async add(inner: InnerScope, workspace: AppliedManifest['workspace']): Promise<string[]> {
    await this.workspaces.add(inner, workspace);
    await this.tickets.numberFromOne(inner);
    if (workspace.mailFrom !== null) await this.mail.begin(inner);
    await this.audit.record(inner, workspaceCreated(inner.workspaceId, workspace));
    return [`created workspace "${workspace.subdomain}"`];
  }

  private async changeSettings(
    inner: InnerScope,
    current: WorkspaceRow,
    { subdomain: _subdomain, ...settings }: Manifest['workspace'],
  ): Promise<string[]> {
    const changes = differing<WorkspaceSettings>(current, settings);
    if (Object.keys(changes).length > 0) await this.workspaces.change(inner, changes);
    if (changes.mailFrom === null) await this.mail.end(inner);
    else if (changes.mailFrom !== undefined) await this.mail.begin(inner);
    await this.audit.record(inner, ...workspaceUpdated(current.id, current, changes));
    return sentencesOf(current.subdomain, changes);
  }

  private async refuseUnknownZone(inner: InnerScope, wanted: string, present: string): Promise<void> {
    if (wanted === present || (await this.workspaces.knowsTimeZone(inner, wanted))) return;
    const problems = new Problems();
    problems.add('workspace.time_zone', 'must be a time zone that the database knows, such as Europe/Berlin');
    throw invalidManifest(problems);
  }

  private async refuseConflicts(
    inner: InnerScope,
    manifest: Manifest,
    workspace: WorkspaceSettings,
    before: WorkspaceSettings | null,
  ): Promise<void> {
    const problems = new Problems();
    checkReplyAddress(workspace, this.configuration.secretsKeys.length > 0, problems);
    const contents = await this.contentsOf(inner);
    findConflicts(manifest, contents, problems);
    const members = await this.teamMembers.list(inner);
    const active = members.filter(({ removedAt }) => removedAt === null);
    // A manifest that the workspace has shown is accepted, also when its default author was removed meanwhile.
    const authors = [...active.map(({ email }) => email), before?.defaultAuthor ?? ''];
    checkDefaultAuthor(manifest, authors.map(foldEmail), problems);
    findTakenIds(manifest, await this.holdersOf(inner, manifest, contents), problems);
    if (problems.any) throw invalidManifest(problems);
  }

  private async contentsOf(inner: InnerScope): Promise<WorkspaceContents> {
    const fields = await this.fields.listForChange(inner);
    return { fields, vocabulary: await this.vocabulary.get(inner) };
  }

  private async holdersOf(
    inner: InnerScope,
    manifest: Manifest,
    { fields, vocabulary }: WorkspaceContents,
  ): Promise<IdHolders> {
    const members = await this.teamMembers.list(inner);
    const deleted = await this.fields.listDeleted(inner);
    const customers = await this.customers.holdersOf(inner, manifest.customers);
    return {
      groups: vocabulary.groups.map(({ id, name }) => ({ id, key: name })),
      companies: vocabulary.companies.map(({ id, name }) => ({ id, key: name })),
      team_members: members.map(({ id, email }) => ({ id, key: foldEmail(email) })),
      customers: customers.map(([key, id]) => ({ id, key })),
      fields: [
        ...fields.map(({ id, name }) => ({ id, key: foldCase(name) })),
        ...deleted.map((id) => ({ id, key: null })),
      ],
    };
  }
}

function idOf(fields: ReadonlyMap<string, FieldRow>, name: string): FieldId {
  const field = fields.get(foldCase(name));
  if (!field) throw new Error('A form was to ask for a field that does not exist.');
  return field.id;
}
