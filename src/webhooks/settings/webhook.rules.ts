import { EVENT_TYPES, isEventType } from '../../events/feed/event-types.js';
import { checkLine, checkList, type Check } from '../../kernel/checks.js';
import type { Problems } from '../../kernel/errors.js';
import type { Webhook, WebhookSecret } from '../entities/webhook.entity.js';
import type { SentFilter, WebhookFilter } from './webhook-filter.rules.js';

/** A workspace may have this many webhooks [rule 18]. */
export const MAX_WEBHOOKS = 20;
export const MAX_SECRETS = 5;
export const MAX_URL_LENGTH = 2_000;
/** A secret signs for this long after a new one was made. */
export const OVERLAP_HOURS = 24;

export const WEBHOOK_STATES = ['active', 'disabled'] as const;
export type SettableState = (typeof WEBHOOK_STATES)[number];

export interface WantedWebhook extends Partial<
  Pick<Webhook, 'url' | 'types' | 'includeNotes' | 'includeSilent'>
> {
  readonly state?: SettableState;
  /** Null clears it. */
  readonly filter?: SentFilter | null;
}

/** Lists the properties of a webhook that can change. */
export const WEBHOOK_SETTINGS = ['url', 'types', 'includeNotes', 'includeSilent', 'state', 'filter'] as const;

export type WebhookSettings = Required<Omit<WantedWebhook, 'filter'>> & {
  readonly filter: WebhookFilter | null;
};

/** A secret without its text; `expiresAt` is null for the newest one. */
export type SecretRow = Pick<WebhookSecret, 'id' | 'createdAt' | 'expiresAt'>;

export interface WebhookRow
  extends WebhookSettings, Pick<Webhook, 'id' | 'disabledReason' | 'createdAt' | 'updatedAt'> {
  /** The secrets that sign now, newest first. */
  readonly secrets: readonly SecretRow[];
}

export const DEFAULTS = { includeNotes: false, includeSilent: false, state: 'active', filter: null } as const;

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
