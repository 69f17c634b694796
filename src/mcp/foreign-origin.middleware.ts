import { Injectable, type NestMiddleware } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { DomainError } from '../kernel/errors.js';
import { Configuration } from '../platform/config/configuration.js';

/** Refuses pages of other sites, as the protocol asks of servers: a browser could be led to the desk by a name of theirs [rule 26]. */
@Injectable()
export class ForeignOriginMiddleware implements NestMiddleware {
  constructor(private readonly configuration: Configuration) {}

  use(request: Request, _response: Response, next: NextFunction): void {
    const { origin } = request.headers;
    if (origin !== undefined && !this.isKnown(origin, request.host)) throw foreignOrigin();
    next();
  }

  private isKnown(origin: string, host: string): boolean {
    return this.configuration.corsOrigins.includes(origin) || hostOf(origin) === hostOf(`http://${host}`);
  }
}

/** Returns host and port of an address; null for what is none, such as the origin `null`. */
function hostOf(address: string): string | null {
  return URL.canParse(address) ? new URL(address).host : null;
}

function foreignOrigin(): DomainError {
  return new DomainError('forbidden', 'foreign_origin', 'Pages of this origin may not call the desk.');
}
