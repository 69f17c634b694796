import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { hash, timingSafeEqual } from 'node:crypto';
import type { Request, Response } from 'express';
import { RequestLimits } from '../auth/request-limits.js';
import { shownTextOf } from '../auth/shown-key.js';
import { Configuration } from '../platform/config/configuration.js';
import { adminNames } from './admin-caller.js';
import { adminKeyRefused } from './admin.errors.js';

/** Lets a request pass with one of `ADMIN_KEYS`, else 401, and 429 when its address has failed too often in this minute [rule 25]. */
@Injectable()
export class AdminKeyGuard implements CanActivate {
  constructor(
    private readonly configuration: Configuration,
    private readonly limits: RequestLimits,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    const name = this.nameOf(shownTextOf(request));
    if (name === null) {
      await this.limits.noteFailure(request, http.getResponse<Response>());
      throw adminKeyRefused();
    }
    adminNames.attach(request, name);
    return true;
  }

  /** Compares the key with every key of `ADMIN_KEYS`, even after a match, so that the time of the answer does not tell how many there are. */
  private nameOf(text: string | null): string | null {
    const digest = hash('sha256', text ?? '', 'buffer');
    const fitting = this.configuration.admin.keys.filter((key) => timingSafeEqual(key.digest, digest));
    return fitting[0]?.name ?? null;
  }
}
