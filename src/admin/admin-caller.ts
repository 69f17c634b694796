import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { AttachedValue } from '../kernel/attached-value.js';
import type { Deadline } from '../kernel/time/deadline.js';
import { deadlineOf } from '../platform/http/requests/request-deadline.js';
import type { Initiator } from '../platform/tenancy/tenant-scope.js';

/** Says who administers, for the audit trail, and how long the caller waits. */
export interface AdminCaller {
  readonly initiator: Initiator;
  readonly deadline: Deadline;
}

/** The name of the admin key of a request. `AdminKeyGuard` sets it. */
export const adminNames = new AttachedValue<Request, string>('admin');

/** Names the admin in logs and in the audit trail: `admin ci`. */
export const actorOf = (name: string): string => `admin ${name}`;

export const Caller = createParamDecorator((_data: unknown, context: ExecutionContext): AdminCaller => {
  const request = context.switchToHttp().getRequest<Request>();
  const name = adminNames.of(request);
  if (name === undefined) throw new Error('A request came past the guard of the admin keys.');
  return {
    initiator: { requestId: request.id, actor: actorOf(name) },
    deadline: deadlineOf(request),
  };
});
