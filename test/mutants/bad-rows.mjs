// One bad row among good ones, and what a request holds.
const EVENTS = 'test/system/bad-rows/events.spec.ts';
const WORK = 'test/system/bad-rows/work.spec.ts';

export default [
  {
    name: 'an event that stops its reader',
    file: 'src/events/readers/event-reader.ts',
    find: 'if (range === null || !isOfRow(error)) throw error;',
    replace: 'throw error;',
    specs: [EVENTS],
    breaks: 'one event ends the search, the reports, the mail or the webhooks of a workspace',
  },
  {
    name: 'a piece of work that keeps its place',
    file: 'src/platform/queue/work-queue.ts',
    find: '      await this.giveBack(scope, item, lease);\n',
    replace: '',
    specs: [WORK],
    breaks:
      'deliveries and mails that cannot be made hold others up for the time of a lease, again and again',
  },
  {
    name: 'a mail whose failures are not counted',
    file: 'src/mail-in/judging/judging.service.ts',
    find: 'failures: failures + (isOwn ? 1 : 0)',
    replace: 'failures',
    specs: [WORK],
    breaks: 'a mail that cannot be judged is judged for ever',
  },
  {
    name: 'an old row that stops its sweep',
    file: 'src/platform/queue/sweeper.job.ts',
    find: 'if (ofPart === undefined || !isOfRow(error)) throw error;',
    replace: 'throw error;',
    specs: [WORK],
    breaks: 'no old row of a table is deleted any more',
  },
  {
    name: 'a file that stops the sweep of files',
    file: 'src/attachments/attachment-sweep.job.ts',
    find: 'if (this.left > MOST_LEFT) throw error;',
    replace: 'throw error;',
    specs: [WORK],
    breaks: 'no file is removed any more',
  },
  {
    name: 'uses of a key that stop those of others',
    file: 'src/auth/api-key-uses.ts',
    find: 'if (!isOfRow(error)) throw error;',
    replace: 'throw error;',
    specs: [WORK],
    breaks: 'no workspace sees any more when its keys were used',
  },
  {
    name: 'a place of a connection that had ended before',
    file: 'src/platform/limits/answer-end.ts',
    find: 'answer.closed === true || connection?.destroyed === true',
    replace: 'answer.closed === true',
    specs: ['src/platform/limits/answer-end.spec.ts'],
    breaks: 'requests whose client has gone hold their places for ever',
  },
  {
    name: 'a place that is not given back behind another answer',
    file: 'src/platform/limits/answer-end.ts',
    find: '    for (const end of underWay) end.come();\n',
    replace: '',
    specs: ['test/system/requests/given-back.spec.ts'],
    breaks: 'a key is refused for ever after a few connections that ended early',
  },
  {
    name: 'bytes of an answer that are not given back',
    file: 'src/platform/http/answers/answer-budget.ts',
    find: '      this.isOver = true;\n      this.giveBack();\n',
    replace: '      this.isOver = true;\n',
    specs: ['test/system/requests/given-back.spec.ts'],
    breaks: 'writes of all workspaces are refused until a restart',
  },
];
