import { setImmediate as aTurn } from 'node:timers/promises';
import type { WorkspaceId } from '../../kernel/ids.js';
import type { Configuration } from '../../platform/config/configuration.js';
import { tenantScope } from '../../platform/tenancy/tenant-scope.js';
import type { UnitOfWork } from '../../platform/tenancy/unit-of-work.js';
import { KnownVocabulariesService } from './known-vocabularies.service.js';
import type { FoundVocabulary } from './known-vocabulary.js';
import type { KnownVocabularyRepository } from './known-vocabulary.repository.js';

const scope = tenantScope('0190c7a4-7c55-7e31-b0a2-3c4d5e6f7a8b' as WorkspaceId);

/** A service for a workspace whose names have this version now. Each reading of them hangs until it is answered with a version. */
function aService(now: string) {
  const readings: ((version: string) => void)[] = [];
  const read = () =>
    new Promise<FoundVocabulary>((resolve) => {
      readings.push((version) => {
        resolve({ version, statuses: [], groups: [], categories: [], fields: [] });
      });
    });
  const service = new KnownVocabulariesService(
    { read, version: () => Promise.resolve(now) } as unknown as KnownVocabularyRepository,
    {} as UnitOfWork,
    { vocabularyCacheBytes: 1_000_000 } as Configuration,
  );
  return { service, readings };
}

describe('a vocabulary that is read while another reading hangs', () => {
  it('is of the version that was asked for, not of the one before a change', async () => {
    const { service, readings } = aService('2');
    const early = service.of(scope, '1');
    await aTurn();
    const late = [service.current(scope), service.current(scope)];
    await aTurn();
    expect(readings).toHaveLength(1);
    readings[0]?.('1');
    expect((await early).version).toBe('1');
    await aTurn();
    readings[1]?.('2');
    expect((await Promise.all(late)).map(({ version }) => version)).toEqual(['2', '2']);
    expect(readings).toHaveLength(2);
  });

  it('is read once when that reading brings the version', async () => {
    const { service, readings } = aService('1');
    const all = [service.current(scope), service.current(scope)];
    await aTurn();
    readings[0]?.('1');
    expect((await Promise.all(all)).map(({ version }) => version)).toEqual(['1', '1']);
    expect(readings).toHaveLength(1);
  });

  it('is read once more, and not for ever, for a version that is past', async () => {
    const { service, readings } = aService('3');
    const early = service.of(scope, '1');
    await aTurn();
    const late = service.of(scope, '1');
    readings[0]?.('2');
    await aTurn();
    readings[1]?.('3');
    expect((await Promise.all([early, late])).map(({ version }) => version)).toEqual(['2', '3']);
    expect(readings).toHaveLength(2);
  });
});
