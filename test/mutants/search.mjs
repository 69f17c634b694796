// What a search finds, also in the second batch.
const INDEX = 'test/system/search/search-index.spec.ts';

export default [
  {
    name: 'a ticket that is indexed with its first batch',
    file: 'src/search/indexing/text-indexing.service.ts',
    find: 'const isDone = !isCut && (last === null || last >= lastNumber);',
    replace: 'const isDone = last === null || last >= lastNumber;',
    specs: [INDEX],
    breaks: 'a search does not find the last comments of a long ticket',
  },
  {
    name: 'a rebuild that ends within its last ticket',
    file: 'src/search/indexing/search.service.ts',
    find: 'if (left === null) return texts;',
    replace: 'if (left === null || (texts > 0 && left.next === left.last)) return texts;',
    specs: [INDEX],
    breaks: 'the command says that all is indexed, and the last comments are not',
  },
  {
    name: 'a last word that an open quotation mark ends',
    file: 'src/kernel/search/query.rules.ts',
    find: 'const last = tokens.length - 1;',
    replace: 'const last = found.length - 1;',
    specs: ['src/kernel/search/query.rules.spec.ts'],
    breaks: 'who begins to type a phrase does not find longer words any more',
  },
  {
    name: 'texts that were too long for a batch',
    file: 'src/search/indexing/text-indexing.service.ts',
    find: 'const settled = isCut ? keys.slice(0, texts.at(-1)?.asked) : keys;',
    replace: 'const settled = keys;',
    specs: ['test/system/search/long-texts.spec.ts'],
    breaks: 'a search never finds some of the replies with much text that came together',
  },
  {
    name: 'later comments of an import that one batch does not take',
    file: 'src/search/indexing/text-indexing.service.ts',
    find: 'isCut && lastRead ? { firstComment: idAfter(lastRead.id) } : null',
    replace: 'null',
    specs: [INDEX],
    breaks: 'a search does not find the last comments that an import has added to known tickets',
  },
  {
    name: 'a search that tells nobody of what it left',
    file: 'src/search/indexing/search.service.ts',
    find: 'if (!isDone) this.due.tell(scope);',
    replace: '',
    specs: ['src/search/indexing/search.service.spec.ts'],
    breaks: 'an index that is incomplete is completed ten minutes later',
  },
  {
    name: 'a text whose words cannot be read that ends its batch',
    file: 'src/search/indexing/text-indexing.service.ts',
    find: '      this.withoutWords += 1;',
    replace: '      throw error;',
    specs: ['src/search/indexing/text-indexing.service.spec.ts'],
    breaks: 'one text ends the search of a workspace for good',
  },
  {
    name: 'a long token that is folded in parts which do not know each other',
    file: 'src/kernel/search/words.rules.ts',
    find: 'const goesOn = isFirst &&',
    replace: 'const goesOn = false &&',
    specs: ['src/kernel/search/words.rules.spec.ts'],
    breaks: 'a phrase of a long text without spaces is not found at every thousandth character',
  },
];
