import { Controller, Delete, Get, Post, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { mapInput, type Checked } from '../kernel/errors.js';
import type { Wire } from '../platform/http/answers/answer.dto.js';
import { Reply } from '../platform/http/answers/reply.js';
import {
  CheckedBody,
  CheckedBodyIfAny,
  CheckedQuery,
  PathParameter,
} from '../platform/http/requests/checked-input.js';
import { PageQuery, toPageRequest } from '../platform/http/requests/page.query.js';
import { keyExists, keyNameAmbiguous } from '../auth/auth.errors.js';
import { workspaceNotFound } from '../workspaces/workspace.errors.js';
import { Caller, type AdminCaller } from './admin-caller.js';
import { AdminOperation } from './admin-operation.js';
import {
  toKeyListResponse,
  toKeyWish,
  toOverlap,
  toPutKeyResponse,
  toRotatedKeyResponse,
} from './admin.mapper.js';
import { AdminService } from './admin.service.js';
import {
  AdminKeyListResponse,
  AdminKeyResponse,
  PutKeyDto,
  RotatedKeyResponse,
  RotateKeyDto,
} from './dto/key.dto.js';

const Subdomain = PathParameter('subdomain', 'Subdomain of the workspace.');
const KeyName = PathParameter('name', 'Name of the key.');

/** The API keys of a workspace, by their names [rule 25]. */
@ApiTags('API keys')
@Controller('admin/v1/workspaces/:subdomain/keys')
export class AdminKeysController {
  constructor(private readonly admin: AdminService) {}

  @Get()
  @AdminOperation({
    id: 'listWorkspaceKeys',
    summary: 'List the keys of a workspace',
    description: 'Lists all keys, the oldest first, also those that are revoked. It shows no key.',
    response: AdminKeyListResponse,
    refusals: [workspaceNotFound],
  })
  async list(
    @Subdomain subdomain: string,
    @CheckedQuery(PageQuery) query: Checked<PageQuery>,
  ): Promise<Wire<AdminKeyListResponse>> {
    return toKeyListResponse(await this.admin.listKeys(subdomain, mapInput(query, toPageRequest)));
  }

  @Put(':name')
  @AdminOperation({
    id: 'putWorkspaceKey',
    summary: 'Make or change a key',
    description:
      'Without `key_sha256` the service makes a key, and shows it once. With it, the caller has made the key: the request can be repeated, and brings ' +
      'the scopes, the end and the limit of that key to what the body says. Every process knows it within a second. ' +
      'An answer may show a secret, so the route refuses `Idempotency-Key`.',
    response: AdminKeyResponse,
    madeStatus: 201,
    hasBody: true,
    keepsNoReply: true,
    refusals: [workspaceNotFound],
    conflict: keyExists,
  })
  async put(
    @Caller() caller: AdminCaller,
    @Subdomain subdomain: string,
    @KeyName name: string,
    @CheckedBody(PutKeyDto) body: Checked<PutKeyDto>,
  ): Promise<Reply> {
    const put = await this.admin.putKey(caller, subdomain, name, mapInput(body, toKeyWish));
    return new Reply(put.isNew ? 201 : 200, {}, JSON.stringify(toPutKeyResponse(put)));
  }

  @Post(':name/rotate')
  @AdminOperation({
    id: 'rotateWorkspaceKey',
    summary: 'Rotate a key',
    description:
      'Makes a key with the same name, member, scopes, limit and lifetime, and shows it once. The old key works until the overlap ends. ' +
      'The answer shows a secret, so the route refuses `Idempotency-Key`.',
    response: RotatedKeyResponse,
    status: 201,
    hasBody: true,
    keepsNoReply: true,
    refusals: [workspaceNotFound],
    conflict: keyNameAmbiguous,
  })
  async rotate(
    @Caller() caller: AdminCaller,
    @Subdomain subdomain: string,
    @KeyName name: string,
    @CheckedBodyIfAny(RotateKeyDto) body: Checked<RotateKeyDto>,
  ): Promise<Wire<RotatedKeyResponse>> {
    return toRotatedKeyResponse(
      await this.admin.rotateKey(caller, subdomain, name, mapInput(body, toOverlap)),
    );
  }

  @Delete(':name')
  @AdminOperation({
    id: 'deleteWorkspaceKey',
    summary: 'Revoke a key',
    description:
      'Revokes every key of the name, also one that was rotated and still works. They stop working everywhere within a second.',
    status: 204,
    refusals: [workspaceNotFound],
  })
  async delete(
    @Caller() caller: AdminCaller,
    @Subdomain subdomain: string,
    @KeyName name: string,
  ): Promise<void> {
    await this.admin.revokeKey(caller, subdomain, name);
  }
}
