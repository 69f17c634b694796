// Many tickets at once: batches, and copies that stay right.
const BATCH = 'test/api/tickets/batch.spec.ts';

export default [
  {
    name: 'a batch that locks tickets as they come',
    file: 'src/tickets/read/named-tickets.sql.ts',
    find: 'FROM ${ids} AS named (id) CROSS',
    replace:
      'FROM (SELECT id FROM ${ids} AS wanted (id) ORDER BY md5(id::text || pg_backend_pid()::text)) AS named (id) CROSS',
    specs: ['test/system/many/batch-circles.spec.ts'],
    breaks: 'two batches wait for each other in a circle',
  },
  {
    name: 'a ticket that a batch changes twice at once',
    file: 'src/tickets/many/together-updater.service.ts',
    find: 'if (current && seen.has(current.id)) break;',
    replace: '',
    specs: [BATCH],
    breaks: 'the second change of a ticket takes back the first',
  },
  {
    name: 'if_match of a batch that is not looked at',
    file: 'src/tickets/many/together-updater.service.ts',
    find: 'if (row) precondition?.(await this.named(inner, row));',
    replace: '',
    specs: [BATCH],
    breaks: 'a batch overwrites what somebody else has just written',
  },
  {
    name: 'an atomic batch that keeps what was not refused',
    file: 'src/tickets/many/many-tickets.service.ts',
    find: '      refuseIfAny(problems);',
    replace: '',
    specs: [BATCH],
    breaks: 'half of an atomic batch is done',
  },
  {
    name: 'customers of a batch made ahead of their turn',
    file: 'src/tickets/many/many-tickets.rules.ts',
    find: 'value.email !== undefined || value.attachments !== undefined',
    replace: 'value.attachments !== undefined',
    specs: [BATCH],
    breaks: 'the events of a batch come in another order than its operations',
  },
  {
    name: 'a refused batch that counts',
    file: 'src/platform/limits/rate-limiter.ts',
    find: 'quota.isExceeded ? { ...quotaOf(limit, await this.count(id, -hits)), isExceeded: true } : quota',
    replace: 'quota',
    specs: [BATCH],
    breaks: 'a key that sent a batch which was refused whole may send nothing any more',
  },
  {
    name: 'a batch that counts as one request',
    file: 'src/platform/routes/counted-requests.ts',
    find: 'await countAs(request, countOf(request.body));',
    replace: '',
    specs: [BATCH],
    breaks: 'a key passes its limit a hundred times over',
  },
  {
    name: 'two copies of a workspace at once',
    file: 'src/tickets/export/ticket-export.service.ts',
    find: 'if (!(await snapshot.transaction.tryLock(COPYING))) throw exportUnderWay();',
    replace: '',
    specs: ['test/system/many/exports.spec.ts'],
    breaks: 'one workspace takes all places of copies',
  },
  {
    name: 'a reader of a copy that nobody cuts off',
    file: 'src/platform/http/answers/written.ts',
    find: 'mostMs === undefined ? undefined : setTimeout(gone, mostMs)',
    replace: 'undefined',
    specs: ['test/system/many/exports.spec.ts'],
    breaks: 'a reader that stops holds a snapshot of the database for ever',
  },
  {
    name: 'lines of further comments without their ticket',
    file: 'src/tickets/export/ticket-export.sql.ts',
    find: "...ids.flatMap((id) => [id, `','`]), ",
    replace: '',
    specs: ['test/api/tickets/exports.spec.ts'],
    breaks: 'a copy has comments of no ticket',
  },
  {
    name: 'large answers of batches kept whole',
    file: 'src/tickets/api/batch.mapper.ts',
    find: 'new LongAnswer(response, outlineOf(results))',
    replace: 'new LongAnswer(response)',
    specs: ['test/api/tickets/batch-repeated.spec.ts'],
    breaks:
      'ten batches of long tickets fill the quota, and nobody in the workspace can send an Idempotency-Key for an hour',
  },
  {
    name: 'the number of a ticket that an atomic batch has undone',
    file: 'src/tickets/many/many-tickets.rules.ts',
    find: 'else if (key !== null) raised.set(key, index);',
    replace: '',
    specs: ['test/api/tickets/batch.spec.ts'],
    breaks:
      'a client takes the number of an undone ticket for the one that it has raised, and the next ticket gets that number',
  },
];
