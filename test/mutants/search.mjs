// What a search finds, also in the second batch.
const INDEX = 'test/contract/stored/search-index.spec.ts';

export default [
  {
    name: 'a ticket that is indexed with its first batch',
    file: 'src/search/index/text-indexing.service.ts',
    find: 'const isDone = !isCut && (last === null || last >= lastNumber);',
    replace: 'const isDone = last === null || last >= lastNumber;',
    specs: [INDEX],
    breaks: 'a search does not find the last comments of a long ticket',
  },
  {
    name: 'a rebuild that ends within its last ticket',
    file: 'src/search/index/search.service.ts',
    find: 'if (left === null) return texts;',
    replace: 'if (left === null || (texts > 0 && left.next === left.last)) return texts;',
    specs: [INDEX],
    breaks: 'the command says that all is indexed, and the last comments are not',
  },
  {
    name: 'a last word that an open quotation mark ends',
    file: 'src/search/query/query.rules.ts',
    find: 'const last = tokens.length - 1;',
    replace: 'const last = found.length - 1;',
    specs: ['src/search/query/query.rules.spec.ts'],
    breaks: 'who begins to type a phrase does not find longer words any more',
  },
];
