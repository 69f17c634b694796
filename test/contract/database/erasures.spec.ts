import type { Asked, ErasedPerson } from '../../../src/platform/features/erasure.js';
import { declaredFeatures, type FeatureFacts } from '../../../src/platform/features/facts.js';
import { erasedTables } from '../../../src/privacy/floors.js';
import { ClusterRules } from '../../support/cluster/cluster-rules.js';
import { tablesOfWorkspaces } from '../../support/data/stored/stored-rows.js';
import { tablesIn } from '../../support/tables-of-rooms.js';
import { asAdmin, testDatabase } from '../../support/test-database.js';

const person: ErasedPerson = {
  ...{ id: 'an id', newAddress: 'free@erased.invalid', since: '-infinity' },
  ...{ addresses: [], things: [], holders: [], keptTerms: [], leaves: { subject: '', description: '' } },
};

interface Declared {
  readonly table: string;
  readonly text: string;
  readonly isWrite: boolean;
}

async function statements(): Promise<Declared[]> {
  const tables = await erasedTables(declaredFeatures());
  return tables.flatMap(({ table, steps, ...others }) => {
    const asked = (isWrite: boolean, ...all: (Asked | undefined)[]): Declared[] =>
      all.flatMap((one) => (one ? [{ table, text: one[0], isWrite }] : []));
    return [
      ...(['things', 'holders', 'holds'] as const).flatMap((name) => {
        const text = others[name];
        return text === undefined ? [] : asked(false, [text]);
      }),
      ...steps.flatMap(({ erase, batches }) => [
        ...asked(true, erase(person, batches?.from ?? [], [])),
        ...asked(false, batches?.end(person, batches.from)),
      ]),
    ];
  });
}

/** The functions that a text calls of which Citus takes none in a change of distributed rows. */
async function refusedFunctions(text: string): Promise<string[]> {
  const called = [...text.matchAll(/\b(\w+)\(/g)].map(([, name]) => name);
  const refused = await asAdmin<{ name: string }>(
    testDatabase(),
    `SELECT DISTINCT proname AS name FROM pg_proc WHERE proname = ANY ($1) AND prokind = 'f'
       AND (provolatile = 'v' OR provolatile = 's' AND pronargs > 0)`,
    [called],
  );
  return refused.map(({ name }) => name);
}

describe('the statements that erase a person', () => {
  let all: Declared[];
  beforeAll(async () => {
    all = await statements();
  });

  it('write the table that declares them, each with one statement, and no other one', () => {
    const written = all.map(({ table, text, isWrite }) => [
      ...[table, isWrite],
      ...tablesIn(text).flatMap((use) => (use.isWritten ? [use.table] : [])),
    ]);
    expect(written).toEqual(all.map(({ table, isWrite }) => [table, isWrite, ...(isWrite ? [table] : [])]));
    expect(all.filter(({ isWrite }) => isWrite).length).toBeGreaterThan(15);
  });

  it('name the workspace for every table that they touch', async () => {
    const ofWorkspaces = await tablesOfWorkspaces(testDatabase());
    const loose = all.filter(({ text }) => {
      const touched = tablesIn(text).filter(({ table }) => ofWorkspaces.includes(table));
      const named = text.match(/\bworkspace_id = \$1/g) ?? (text.includes('(workspace_id,') ? [''] : []);
      return touched.length === 0 || named.length < touched.length;
    });
    expect(loose).toEqual([]);
  });

  it('would be taken by a cluster', async () => {
    const rules = await ClusterRules.open(testDatabase().ownerUrl);
    try {
      const refused: Record<string, string[]> = {};
      for (const { text } of all) {
        const refusals = await rules.refusalsOf(text);
        if (refusals.length > 0) refused[text] = refusals;
      }
      expect(refused).toEqual({});
    } finally {
      await rules.close();
    }
  });

  it('say the type of each value, and call only functions that a cluster takes in a change', async () => {
    const untyped = all.filter(({ text }) => /\$(?!1\b)\d+(?!::|\d)/.test(text));
    expect(untyped).toEqual([]);
    for (const { text, isWrite } of all) {
      if (!isWrite) continue;
      expect([text, await refusedFunctions(text)]).toEqual([text, []]);
      // The current time is allowed only in LEAST and GREATEST there.
      expect(text).not.toMatch(/\b(?:coalesce\([^)]*|CASE [^\n]*)(?:now|statement_timestamp)\(/i);
    }
    expect(await refusedFunctions('concat(a, b), gen_random_uuid(), lower(c), now()')).toEqual([
      'concat',
      'gen_random_uuid',
    ]);
  });
});

describe('a table whose words are those of another one', () => {
  it('names one that is erased', () => {
    const tables = new Map(
      declaredFeatures().flatMap(({ tables: own = {} }: FeatureFacts) => Object.entries(own)),
    );
    const isErased = (table: string): boolean => {
      const facts = tables.get(table);
      if (facts === undefined || 'nobody' in facts) return false;
      return 'erased' in facts || isErased(facts.follows.split(', ')[0] ?? '');
    };
    const following = [...tables].flatMap(([table, facts]) => ('follows' in facts ? [table] : []));
    expect(following.filter((table) => !isErased(table))).toEqual([]);
    expect(following).toContain('ticket_tag_index');
  });
});
