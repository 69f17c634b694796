import { EVENT_TYPES, isEventType } from '../../events/feed/event-types.js';
import { checkLine, checkList, type Check } from '../../kernel/checks.js';
import type { WebhookId, WebhookSecretId } from '../../kernel/ids.js';
import type { Problems } from '../../kernel/problems.js';
import type { DisabledReason } from '../entities/webhook.entity.js';
import { MAX_URL_LENGTH } from './webhook.limits.js';

/** The states that a client can set. */
export const WEBHOOK_STATES = ['active', 'disabled'] as const;
export type SettableState = (typeof WEBHOOK_STATES)[number];

/** What a client says of a webhook. */
export interface WantedWebhook {
  readonly url?: string;
  readonly types?: readonly string[];
  readonly includeNotes?: boolean;
  readonly includeSilent?: boolean;
  readonly state?: SettableState;
}

/** All that can be set. */
export type WebhookSettings = Required<WantedWebhook>;

/** A secret without what it is. */
export interface SecretRow {
  readonly id: WebhookSecretId;
  readonly createdAt: Date;
  /** Null for the newest one. */
  readonly expiresAt: Date | null;
}

/** A webhook as clients see it. */
export interface WebhookRow extends WebhookSettings {
  readonly id: WebhookId;
  readonly disabledReason: DisabledReason | null;
  /** Those that sign now, newest first. */
  readonly secrets: readonly SecretRow[];
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** What a new webhook is when nobody says otherwise. */
export const DEFAULTS = { includeNotes: false, includeSilent: false, state: 'active' } as const;

/** Checks that a value is an http or https address without user info. */
export function checkWebhookUrl(value: unknown): string | null {
  const problem = checkLine(value, { max: MAX_URL_LENGTH, blank: 'refused' });
  if (problem !== null) return problem;
  const url = URL.canParse(value as string) ? new URL(value as string) : null;
  if (url === null || url.hostname === '')
    return 'must be an absolute address such as https://example.com/desk';
  if (!['https:', 'http:'].includes(url.protocol)) return 'must be an https:// address';
  if (!/^https?:\/\/[\x21-\x7e]+$/i.test(value as string))
    return 'must be an absolute address in ASCII, such as https://example.com/desk';
  return url.username === '' && url.password === '' ? null : 'must not name a user or a password';
}

/** Checks that a value is a list of types of events, one at least. */
export const checkTypes: Check = (value) => {
  const problem = checkList(value, { min: 1, max: EVENT_TYPES.length, of: 'types of events' });
  if (problem !== null) return problem;
  const types = value as unknown[];
  if (!types.every((type) => typeof type === 'string' && isEventType(type)))
    return `must be one or several of ${EVENT_TYPES.join(', ')}`;
  return new Set(types).size === types.length ? null : 'must name each type once';
};

/** Refuses http:// where the installation does not allow it. */
export function refusePlainHttp(url: string | undefined, allowsHttp: boolean, problems: Problems): void {
  if (url !== undefined && !allowsHttp && new URL(url).protocol !== 'https:')
    problems.add('url', 'must be an https:// address');
}
