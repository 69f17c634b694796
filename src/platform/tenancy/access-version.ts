import { Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type pg from 'pg';
import { Configuration } from '../config/configuration.js';
import { watchingPool } from '../database/connection-options.js';
import { BoundedCache } from '../../kernel/bounded-cache.js';

/** This pause lies between two reads, and an answer is valid for as long: less than the second that a revocation may take. */
const EVERY_MS = 400;
const COUNTS_MS = 900;

/**
 * Reads the version of all keys and workspaces, which moves whenever one of them changes, and forgets what this process remembers of them
 * when it has moved [choice 7]. While it cannot be read, nothing is remembered.
 */
@Injectable()
export class AccessVersion implements OnModuleInit, OnApplicationShutdown {
  private readonly logger = new Logger(AccessVersion.name);
  private readonly caches: { clear(): void }[] = [];
  private readonly listeners: (() => void)[] = [];
  private readonly pool: pg.Pool;
  private version: string | null = null;
  private countsUntil = 0;
  private timer: NodeJS.Timeout | undefined;
  private isStopped = false;

  constructor(
    { databaseUrl, pooling }: Configuration,
    private readonly http: HttpAdapterHost,
  ) {
    this.pool = watchingPool(databaseUrl, pooling, 'access');
    this.pool.on('error', () => undefined);
  }

  /** Makes a map of the results of a look-up. It is emptied when a key or workspace changes, and empty while nobody knows that. */
  remember<Value>(capacity: number): BoundedCache<Value> {
    const cache = new BoundedCache<Value>({ capacity, isTrusted: () => this.isKnown });
    this.caches.push(cache);
    return cache;
  }

  /** Calls the listener when a key or workspace has changed, and again and again while nobody knows that. */
  whenMoved(listener: () => void): void {
    this.listeners.push(listener);
  }

  /** Tells whether the version was read less than a second ago. */
  get isKnown(): boolean {
    return performance.now() < this.countsUntil;
  }

  /** A command of `desk` has no HTTP server and ends soon, so it remembers nothing. */
  async onModuleInit(): Promise<void> {
    if ((this.http.httpAdapter as unknown) !== undefined) await this.read();
  }

  async onApplicationShutdown(): Promise<void> {
    this.isStopped = true;
    clearTimeout(this.timer);
    await this.pool.end();
  }

  private async read(): Promise<void> {
    const begunAt = performance.now();
    try {
      const { rows } = await this.pool.query<{ version: string }>('SELECT version FROM access_version');
      this.become(rows[0]?.version ?? null);
      // The database reads the version after this moment.
      this.countsUntil = this.version === null ? 0 : begunAt + COUNTS_MS;
    } catch {
      if (this.version !== null && !this.isStopped)
        this.logger.warn(
          'The version of API keys cannot be read. Until it can, every request looks its key up in the database.',
        );
      this.become(null);
      this.countsUntil = 0;
    }
    const wait = Math.max(begunAt + EVERY_MS - performance.now(), 0);
    if (!this.isStopped) this.timer = setTimeout(() => void this.read(), wait);
  }

  /** Forgets everything when the version has moved, also the results of look-ups that began before. */
  private become(version: string | null): void {
    if (version !== null && version === this.version) return;
    this.version = version;
    for (const cache of this.caches) cache.clear();
    for (const listener of this.listeners) listener();
  }
}
