// What becomes of merged tickets, and of what is sent to them.
const MERGE = 'test/api/tickets/merging/merge.spec.ts';
const CHAINS = 'test/api/tickets/merging/chains.spec.ts';
const REFUSED = 'test/api/tickets/merging/writes-refused.spec.ts';
const MAIL = 'test/api/mail-in/merged-threads.spec.ts';

export default [
  {
    name: 'an update of a merged ticket',
    file: 'src/tickets/write/ticket-updater.service.ts',
    find: '      await this.tickets.refuseMerged(inner, current);\n',
    replace: '',
    specs: [REFUSED],
    breaks: 'an agent goes on with a ticket whose mail lands elsewhere',
  },
  {
    name: 'a comment on a merged ticket',
    file: 'src/tickets/write/commented-tickets.service.ts',
    find: '    await this.tickets.refuseMerged(inner, ticket);\n',
    replace: '',
    specs: [REFUSED],
    breaks: 'an answer stands where nobody reads on',
  },
  {
    name: 'a chain that is not shortened',
    file: 'src/tickets/write/ticket-merger.service.ts',
    find: '      shortened: this.merging.shorten(inner, id, target.id),\n',
    replace: '',
    specs: [CHAINS],
    breaks: 'mail lands in a ticket that is merged itself',
  },
  {
    name: 'merges that do not wait for each other',
    file: 'src/tickets/write/ticket-merger.service.ts',
    find: '      await this.merging.lock(inner);\n',
    replace: '',
    specs: [CHAINS],
    breaks: 'two tickets lead to each other, and both are closed for good',
  },
  {
    name: 'a merge into a ticket that leads here',
    file: 'src/tickets/rules/ticket-merging.rules.ts',
    find: "into.mergedIntoId === id ? 'is merged into this ticket' : null",
    replace: 'null',
    specs: [MERGE],
    breaks: 'a ticket leads to itself, or the service fails',
  },
  {
    name: 'the status that a ticket had before a merge',
    file: 'src/tickets/write/ticket-merging.sql.ts',
    find: 'status_before_merge_id = status_id,',
    replace: 'status_before_merge_id = $4,',
    specs: [MERGE],
    breaks: 'a ticket that was merged by mistake stays closed',
  },
  {
    name: 'a removed member who keeps an unmerged ticket',
    file: 'src/tickets/write/ticket-merger.service.ts',
    find: '(await this.tickets.holdMember(inner, assigneeId)) ? null : assigneeId',
    replace: '(await this.tickets.holdMember(inner, assigneeId)) ? assigneeId : assigneeId',
    specs: [MERGE],
    breaks: 'an open ticket belongs to somebody who has gone',
  },
  {
    name: 'mail that stays with a merged ticket',
    file: 'src/mail-in/judging/judgement.service.ts',
    find: 'return target ? { ...thread, ticket: target } : thread;',
    replace: 'return target ? thread : thread;',
    specs: [MAIL],
    breaks: 'the answer of a customer is refused again and again, until a person has to release it',
  },
  {
    name: 'a merge that moves the moment of closing',
    file: 'src/tickets/write/ticket-merger.service.ts',
    find: 'const closedAt = current.statusId === statusId ? current.closedAt : later(time, createdAt);',
    replace: 'const closedAt = later(time, createdAt);',
    specs: ['test/api/reports/ticket-metrics.spec.ts'],
    breaks: 'a ticket that was resolved long ago seems to have taken until it was merged',
  },
  {
    name: 'the end of a merge without the moment of closing',
    file: 'src/tickets/write/ticket-merger.service.ts',
    find: 'const closedAt = statusId === vocabulary.statuses.get(CLOSED) ? current.closedAt : null;',
    replace: 'const closedAt = null;',
    specs: ['test/api/reports/ticket-metrics.spec.ts'],
    breaks: 'a closed ticket that was merged by mistake is not resolved any more',
  },
  {
    name: 'merged tickets counted without those that come along',
    file: 'src/tickets/rules/ticket-merging.rules.ts',
    find: 'ticket.mergedCount + target.mergedCount + 1 > MAX_MERGED',
    replace: 'target.mergedCount + 1 > MAX_MERGED',
    specs: [CHAINS, 'src/tickets/rules/ticket-merging.rules.spec.ts'],
    breaks: 'a ticket that others were merged into leads too many to its target',
  },
];
