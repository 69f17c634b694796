import type { WorkspaceId } from '../../kernel/ids.js';
import { tenantScope } from '../../platform/tenancy/tenant-scope.js';
import { DeliveriesService } from './deliveries.service.js';
import type { Replayed } from './delivery.rules.js';

const scope = tenantScope('0190c7a4-7c55-7e31-b0a2-3c4d5e6f7a8b' as WorkspaceId);

/** Replays a number of events in steps of three deliveries. */
class ServiceWithEvents extends DeliveriesService {
  readonly begunAfter: (number | undefined)[] = [];

  constructor(private readonly events: number) {
    super(...([] as unknown as ConstructorParameters<typeof DeliveriesService>));
  }

  override replay(...[, , { value }]: Parameters<DeliveriesService['replay']>): Promise<Replayed> {
    const { after = 0 } = value;
    this.begunAfter.push(after);
    const last = Math.min(after + 3, this.events);
    return Promise.resolve({ deliveries: last - after, nextAfter: last < this.events ? last : null });
  }
}

describe('a replay of all events of a range', () => {
  it('goes on after each step until there are no more, and counts the deliveries of all', async () => {
    const service = new ServiceWithEvents(7);
    expect(await service.replayAll(scope, 'webhook', {})).toBe(7);
    expect(service.begunAfter).toEqual([0, 3, 6]);
  });

  it('begins where it was told', async () => {
    const service = new ServiceWithEvents(7);
    expect(await service.replayAll(scope, 'webhook', { after: 5 })).toBe(2);
    expect(service.begunAfter).toEqual([5]);
  });
});
