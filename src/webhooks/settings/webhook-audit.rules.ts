import { type AuditedState, type NewAuditEntry, about, entryOfChange } from '../../events/audit-entry.js';
import type { WebhookId } from '../../kernel/ids.js';
import type { DisabledReason } from '../entities/webhook.entity.js';
import type { WebhookSettings } from './webhook.rules.js';

export function webhookCreated(id: WebhookId, settings: WebhookSettings): NewAuditEntry {
  return { ...about('webhook.created', id), before: null, after: given(settings) };
}

export function webhookUpdated(
  id: WebhookId,
  before: WebhookSettings,
  after: WebhookSettings,
): NewAuditEntry[] {
  return entryOfChange(about('webhook.updated', id), stateOf(before), stateOf(after));
}

/** Makes the entry about a webhook that the service has switched off; it is an event, too. */
export function webhookDisabled(id: WebhookId, reason: DisabledReason): NewAuditEntry {
  return {
    ...about('webhook.disabled', id),
    before: { state: 'active', disabled_reason: null },
    after: { state: 'disabled', disabled_reason: reason },
  };
}

export function webhookDeleted(id: WebhookId, settings: WebhookSettings): NewAuditEntry {
  return { ...about('webhook.deleted', id), before: given(settings), after: null };
}

/** Makes the entry about an action that leaves the settings of a webhook as they are. */
export function webhookUsed(
  action: 'webhook.secret_created' | 'webhook.secret_deleted' | 'webhook.tested' | 'webhook.replayed',
  id: WebhookId,
  what: AuditedState,
): NewAuditEntry {
  return { ...about(action, id), before: {}, after: what };
}

function stateOf({ url, types, includeNotes, includeSilent, state, filter }: WebhookSettings): AuditedState {
  return { url, types, include_notes: includeNotes, include_silent: includeSilent, state, filter };
}

/** Leaves out the filter when there is none. */
function given(settings: WebhookSettings): AuditedState {
  const { filter, ...state } = stateOf(settings);
  return filter === null ? state : { ...state, filter };
}
