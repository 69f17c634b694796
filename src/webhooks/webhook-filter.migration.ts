import { AddedColumns } from '../platform/database/added-columns.js';

/** Adds what the ticket of an event must be, for a webhook that is not told of all [rule 33]. */
export class WebhookFilter1764300011000 extends AddedColumns {
  readonly name = 'WebhookFilter1764300011000';
  protected readonly table = 'webhooks';
  protected readonly columns = { filter: 'jsonb' };
}
