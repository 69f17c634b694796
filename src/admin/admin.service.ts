import { Injectable } from '@nestjs/common';
import {
  ApiKeyService,
  type KeySettings,
  type RotatedKey,
  type WithMember,
} from '../auth/api-key.service.js';
import type { ListedKey } from '../auth/api-key.repository.js';
import { NamedKeysService, type PutKey } from '../auth/named-keys.service.js';
import { checkLine } from '../kernel/checks.js';
import { Problems, refuseIfAny, valueIn, type Checked } from '../kernel/errors.js';
import type { WorkspaceId } from '../kernel/ids.js';
import { isObject } from '../kernel/objects.js';
import { pageOfAll, type Page, type PageRequest } from '../kernel/page.js';
import { tenantScope, type TenantScope } from '../platform/tenancy/tenant-scope.js';
import { manifestOf } from '../workspaces/manifest-export.rules.js';
import type { ListedWorkspace, WorkspaceRow } from '../workspaces/workspace-list.js';
import { judgeJson } from '../workspaces/workspace-manifest.js';
import { WorkspacesService, type AppliedManifest } from '../workspaces/workspaces.service.js';
import type { AdminCaller } from './admin-caller.js';
import { notConfirmed } from './admin.errors.js';

const MAX_NAME_LENGTH = 255;

export interface KeyWish extends KeySettings {
  /** The digest of a key that the caller has made, or null when the service makes the key. */
  readonly hash: Buffer | null;
}

/** Administers workspaces and their keys for programs, with the services that commands use [rule 25]. */
@Injectable()
export class AdminService {
  constructor(
    private readonly workspaces: WorkspacesService,
    private readonly keys: ApiKeyService,
    private readonly namedKeys: NamedKeysService,
  ) {}

  list(request: Checked<PageRequest>): Promise<Page<ListedWorkspace>> {
    return this.workspaces.page(valueIn(request));
  }

  /** Shows a workspace as the manifest that changes nothing in it, without secrets. @throws workspace_not_found */
  async manifest(subdomain: string): Promise<object> {
    return manifestOf(await this.workspaces.show(subdomain));
  }

  /**
   * Makes a workspace match a manifest, which need not repeat the subdomain.
   * @throws invalid_manifest with every problem at its path; unreadable_manifest when it has too many entries
   */
  async apply(
    { initiator, deadline }: AdminCaller,
    subdomain: string,
    body: unknown,
    dryRun: Checked<boolean>,
  ): Promise<AppliedManifest> {
    const isDryRun = valueIn(dryRun);
    const wanted = subdomain.toLowerCase();
    const judged = await judgeJson(named(wanted, body));
    const { manifest, problems } = judged;
    if (namesOther(wanted, body))
      problems.add('workspace.subdomain', `must be "${wanted}" as in the address, or absent`);
    if (manifest === null || problems.any) return this.workspaces.refuse(judged);
    return this.workspaces.apply(manifest, initiator, { isDryRun, deadline });
  }

  /** Suspends a workspace or resumes it, if it is not so already. @throws workspace_not_found */
  async suspend(caller: AdminCaller, subdomain: string, isSuspended: boolean): Promise<WorkspaceRow> {
    const { id } = await this.workspaces.find(subdomain);
    await this.workspaces.suspend(scopeOf(caller, id), isSuspended);
    return this.workspaces.find(subdomain);
  }

  /** Marks a workspace for deletion. @param confirmed the subdomain once more. @throws workspace_not_found, invalid_request */
  async delete(caller: AdminCaller, subdomain: string, confirmed: unknown): Promise<WorkspaceRow> {
    const { id } = await this.workspaces.find(subdomain);
    if (confirmed !== subdomain) throw notConfirmed();
    return this.workspaces.markForDeletion(scopeOf(caller, id));
  }

  async listKeys(subdomain: string, page: Checked<PageRequest>): Promise<Page<WithMember<ListedKey>>> {
    const request = valueIn(page);
    const { id } = await this.workspaces.find(subdomain);
    const keys = await this.keys.list(tenantScope(id));
    return pageOfAll(keys, request);
  }

  /** Makes a key, or gives the key with the same digest the wanted properties. @throws workspace_not_found, key_exists, invalid_request */
  async putKey(
    caller: AdminCaller,
    subdomain: string,
    name: string,
    wish: Checked<KeyWish>,
  ): Promise<PutKey> {
    const problems = new Problems(wish.problems);
    const wrong = checkLine(name, { max: MAX_NAME_LENGTH, blank: 'refused' });
    if (wrong !== null) problems.add('name', wrong);
    const { hash, ...settings } = wish.value;
    if (settings.expiresAt && settings.expiresAt.getTime() <= Date.now())
      problems.add('expires_at', 'must lie in the future');
    const { id } = await this.workspaces.find(subdomain);
    refuseIfAny(problems);
    return this.namedKeys.put(scopeOf(caller, id), name, settings, hash);
  }

  async rotateKey(
    caller: AdminCaller,
    subdomain: string,
    name: string,
    overlap: Checked<{ readonly seconds: number }>,
  ): Promise<RotatedKey> {
    const { id } = await this.workspaces.find(subdomain);
    const until = new Date(Date.now() + valueIn(overlap).seconds * 1_000);
    return this.namedKeys.rotate(scopeOf(caller, id), name, until);
  }

  /** Revokes all keys that have a name, within a second. @throws workspace_not_found, api_key_not_found */
  async revokeKey(caller: AdminCaller, subdomain: string, name: string): Promise<void> {
    const { id } = await this.workspaces.find(subdomain);
    await this.namedKeys.revoke(scopeOf(caller, id), name);
  }
}

function scopeOf({ initiator, deadline }: AdminCaller, id: WorkspaceId): TenantScope {
  return tenantScope(id, null, deadline, initiator);
}

/** Puts the subdomain of the address into a manifest, in place of one that is a text. */
function named(subdomain: string, body: unknown): unknown {
  if (!isObject(body) || !isObject(body['workspace'])) return body;
  const { subdomain: stated = subdomain, ...settings } = body['workspace'];
  return { ...body, workspace: { subdomain: typeof stated === 'string' ? subdomain : stated, ...settings } };
}

function namesOther(subdomain: string, body: unknown): boolean {
  const stated = isObject(body) && isObject(body['workspace']) && body['workspace']['subdomain'];
  return typeof stated === 'string' && stated !== subdomain;
}
