import { Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import pg from 'pg';
import { DataSource } from 'typeorm';

const CHANNEL = 'support_desk_access';
/** How long a connection may be silent: both together stay below the second that a revocation may take. */
const BEAT_MS = 400;
const LATE_MS = 500;
const RETRY_MS = 500;
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

  constructor(private readonly dataSource: DataSource) {}

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
    const { url } = this.dataSource.options as { url: string };
    const client = new pg.Client({
      connectionString: url,
      application_name: 'support-desk listener',
      keepAlive: true,
      connectionTimeoutMillis: 2_000,
    });
    client.on('error', () => undefined);
    client.on('notification', () => {
      this.forgetAll();
    });
    try {
      await client.connect();
      await client.query(`LISTEN ${CHANNEL}`);
      this.client = client;
      this.listening = true;
      this.forgetAll();
      this.timer = setTimeout(() => void this.beat(client), BEAT_MS);
    } catch {
      this.retry(client);
    }
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

  private retry(client: pg.Client): void {
    if (this.listening)
      this.logger.warn('Changes of keys cannot be heard; looking every key up until they can.');
    this.lose();
    this.client = null;
    void client.end().catch(() => undefined);
    if (!this.stopped) this.timer = setTimeout(() => void this.listen(), RETRY_MS);
  }

  private lose(): void {
    this.listening = false;
    this.forgetAll();
  }

  private forgetAll(): void {
    for (const forget of this.listeners) forget();
  }
}
