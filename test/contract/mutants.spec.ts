// The mutants of test/mutants/ fit the code: `npm run test:mutants` tries them, and takes too long for every change.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { PROJECT } from '../support/servers/processes.js';

interface Mutant {
  readonly name: string;
  readonly specs: readonly string[];
}

interface ListOfMutants {
  readonly allMutants: () => Promise<readonly Mutant[]>;
  readonly whyStale: (mutant: Mutant) => string | null;
}

const { allMutants, whyStale } = (await import(
  pathToFileURL(join(PROJECT, 'scripts/list-of-mutants.mjs')).href
)) as ListOfMutants;
const mutants = await allMutants();

describe('a mutant', () => {
  it('replaces a text that stands once in its file, and has specs that are there', () => {
    expect(mutants.flatMap((mutant) => whyStale(mutant) ?? [])).toEqual([]);
  });

  it('has a name of its own, and one to three specs', () => {
    expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length);
    expect(mutants.filter(({ specs }) => specs.length < 1 || specs.length > 3)).toEqual([]);
  });

  it('is stale when its text, its file or its spec is not there', () => {
    const [first] = mutants;
    const changed = [{ find: 'nowhere to be found' }, { file: 'src/none.ts' }, { specs: ['test/none.ts'] }];
    for (const change of changed) expect(whyStale({ ...first, ...change } as Mutant)).toMatch(/is stale/);
  });
});
