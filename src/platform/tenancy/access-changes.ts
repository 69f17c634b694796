import { Inject, Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { DataSource } from 'typeorm';
import {
  CONNECTION_SETTINGS,
  sideConnection,
  type ConnectionSettings,
} from '../database/connection-options.js';

const CHANNEL = 'support_desk_access';
/** How long a connection may be silent: both together stay below the second that a revocation may take. */
const BEAT_MS = 400;
const LATE_MS = 500;
const RETRY_MS = 500;
/** How long a notice may take that this process sends to itself, and how soon it is tried again when it does not come. */
const ECHO_MS = 2_000;
const DEAF_RETRY_MS = 5_000;
/** How long a workspace or key may be remembered while changes are heard of. */
const LIFETIME_WHILE_LISTENING_MS = 60_000;

/**
 * Hears when any process changes a workspace or a key, so that what this process remembers of them is forgotten at once
 * (decisions, section 1: revocation takes effect everywhere within 1 second). While it cannot hear, nothing is remembered.
 */
@Injectable()
export class AccessChanges implements OnModuleInit, OnApplicationShutdown {
  private readonly logger = new Logger(AccessChanges.name);
  private readonly listeners: (() => void)[] = [];
  private client: pg.Client | null = null;
  private timer: NodeJS.Timeout | undefined;
  private listening = false;
  private stopped = false;
  private wasDeaf = false;

  constructor(
    private readonly dataSource: DataSource,
    @Inject(CONNECTION_SETTINGS) private readonly settings: ConnectionSettings,
  ) {}

  /** Calls `forget` at every change, and whenever changes may have been missed. */
  onChange(forget: () => void): void {
    this.listeners.push(forget);
  }

  /** Whether the database answers, and tells of changes. */
  get isListening(): boolean {
    return this.listening;
  }

  /** How long something looked up now may be remembered: not at all while changes cannot be heard. */
  readonly lifetimeMs = (): number => (this.listening ? LIFETIME_WHILE_LISTENING_MS : 0);

  async onModuleInit(): Promise<void> {
    await this.listen();
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.client?.end().catch(() => undefined);
  }

  private async listen(): Promise<void> {
    const { url, listenUrl = url } = this.settings;
    const client = new pg.Client({
      ...sideConnection({ ...this.settings, url: listenUrl }, 'listener'),
      connectionTimeoutMillis: 2_000,
    });
    client.on('error', () => undefined);
    client.on('notification', ({ payload }) => {
      // Anything else is somebody listening to himself.
      if (payload === '') this.forgetAll();
    });
    try {
      await client.connect();
      await client.query(`LISTEN ${CHANNEL}`);
      if (!(await this.hearsItself(client))) {
        this.complainOfDeafness();
        this.retry(client, DEAF_RETRY_MS);
        return;
      }
      if (this.stopped) {
        await client.end();
        return;
      }
      this.client = client;
      this.listening = true;
      this.wasDeaf = false;
      this.forgetAll();
      this.timer = setTimeout(() => void this.beat(client), BEAT_MS);
    } catch {
      this.retry(client);
    }
  }

  /**
   * Whether a notice that another connection sends comes through. LISTEN succeeds through a pooler in transaction mode, too,
   * but nothing is ever heard there; nor is it on another database than the one where keys are changed.
   */
  private async hearsItself(client: pg.Client): Promise<boolean> {
    const token = randomUUID();
    const done = new AbortController();
    const heard = new Promise<boolean>((resolve) => {
      client.on('notification', ({ payload }) => {
        if (payload === token) resolve(true);
      });
    });
    try {
      await this.dataSource.query('SELECT pg_notify($1, $2)', [CHANNEL, token]);
      return await Promise.race([heard, sleep(ECHO_MS, false, { signal: done.signal })]);
    } finally {
      done.abort();
    }
  }

  private complainOfDeafness(): void {
    if (this.wasDeaf || this.stopped) return;
    this.wasDeaf = true;
    const name = this.settings.listenUrl === undefined ? 'DATABASE_URL' : 'DATABASE_LISTEN_URL';
    this.logger.warn(
      `Changes of keys cannot be heard through ${name}: looking every key up. Set DATABASE_LISTEN_URL to the address of the database without a pooler.`,
    );
  }

  private async beat(client: pg.Client): Promise<void> {
    const late = setTimeout(() => {
      this.lose();
    }, LATE_MS);
    try {
      await client.query({ text: 'SELECT 1', query_timeout: 2_000 } as pg.QueryConfig);
      if (!this.listening) {
        this.listening = true;
        this.forgetAll();
      }
      this.timer = setTimeout(() => void this.beat(client), BEAT_MS);
    } catch {
      this.retry(client);
    } finally {
      clearTimeout(late);
    }
  }

  private retry(client: pg.Client, afterMs = RETRY_MS): void {
    // The end of the service ends a heartbeat that is under way, too.
    if (this.listening && !this.stopped)
      this.logger.warn('Changes of keys cannot be heard; looking every key up until they can.');
    this.lose();
    this.client = null;
    void client.end().catch(() => undefined);
    if (!this.stopped) this.timer = setTimeout(() => void this.listen(), afterMs);
  }

  private lose(): void {
    this.listening = false;
    this.forgetAll();
  }

  private forgetAll(): void {
    for (const forget of this.listeners) forget();
  }
}
