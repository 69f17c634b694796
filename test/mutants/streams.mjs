// What listeners to a stream of events rely on.
const API = 'test/api/events/stream.spec.ts';
const PORTAL = 'test/api/portal/portal-stream.spec.ts';
const ENDS = 'test/system/events/stream-ends.spec.ts';
const LINE = 'src/platform/http/lasting/event-line.ts';
const LISTENERS = 'src/events/feed/workspace-listeners.ts';
const PLACES = 'src/platform/transfers/lasting-answers.ts';

export default [
  {
    name: 'an `after` that wins over Last-Event-ID',
    file: 'src/events/feed/dto/event.dto.ts',
    find: "if (lastEventId === '') {",
    replace: "if (lastEventId === '' || value.after !== undefined) {",
    specs: [API],
    breaks: 'a client that comes back hears everything again',
  },
  {
    name: 'a stream that does not say where it begins',
    file: LINE,
    find: '    ticks.add(this);\n    this.write(this.place());',
    replace: '    ticks.add(this);',
    specs: ['src/platform/http/lasting/event-line.spec.ts'],
    breaks: 'a client whose stream ended before the first event misses those until it is back',
  },
  {
    name: 'a stream that gets more while it is not ready',
    file: LISTENERS,
    find: '.filter(({ line }) => line.isReady)',
    replace: '.filter(() => true)',
    specs: ['src/events/feed/workspace-listeners.spec.ts'],
    breaks: 'memory grows with what a slow client does not take',
  },
  {
    name: 'a slow client that is waited for',
    file: LINE,
    find: 'now - this.waitsSince >= LINE_TIMES.untaken',
    replace: 'now - this.waitsSince >= LINE_TIMES.lasts',
    specs: ['src/platform/http/lasting/event-line.spec.ts'],
    breaks: 'a client that takes nothing holds a place and memory for minutes',
  },
  {
    name: 'events of another listener',
    file: 'src/events/feed/event.presenter.ts',
    find: '.filter(({ action }) => heard.has(action))',
    replace: '.filter(() => heard.size > 0)',
    specs: [API],
    breaks: 'a listener without notes hears of them because another one asked for them',
  },
  {
    name: 'a listener that is not woken when it has taken everything',
    file: LISTENERS,
    find: '    line.whenTaken = () => {\n      this.wake();\n    };',
    replace: '    line.whenTaken = () => undefined;',
    specs: ['src/events/feed/workspace-listeners.spec.ts'],
    breaks: 'a client that was slow once hears the next events late',
  },
  {
    name: 'a full page that counts as the last one',
    file: LISTENERS,
    find: 'if (page.hasMore) this.isWoken = true;',
    replace: 'if (page.hasMore) this.isWoken = false;',
    specs: ['src/events/feed/workspace-listeners.spec.ts'],
    breaks: 'a client that was away hears one page in a quarter of a second',
  },
  {
    name: 'queries for all customers who listen at once',
    file: LISTENERS,
    find: 'const TOLD_AT_ONCE = 2;',
    replace: 'const TOLD_AT_ONCE = 100;',
    specs: ['src/events/feed/workspace-listeners.spec.ts'],
    breaks:
      'hundreds of customers of one workspace wait for turns at once, and the last ones lose their streams',
  },
  {
    name: 'one turn for a page and for all texts that are made of it',
    file: LISTENERS,
    find: 'await this.hear(position, listeners).catch(',
    replace: 'await this.inTurn(() => this.hear(position, listeners)).catch(',
    specs: ['src/events/feed/workspace-listeners.spec.ts'],
    breaks: 'customers of one workspace who listen end the streams of another one',
  },
  {
    name: 'a text for listeners that has no turn',
    file: LISTENERS,
    find: 'await this.inTurn(async () => equal[0]?.hearing.textOf(page));',
    replace: 'await equal[0]?.hearing.textOf(page);',
    specs: ['src/events/feed/workspace-listeners.spec.ts'],
    breaks: 'requests wait for connections while customers of many workspaces listen',
  },
  {
    name: 'a query for each customer about changes that none of them hears',
    file: 'src/portal/portal-events.rules.ts',
    find: "(action === 'comment.created' || Object.hasOwn(after ?? {}, 'status'))",
    replace: '(after === null || Object.hasOwn(after, action) || true)',
    specs: ['test/system/portal/many-listeners.spec.ts'],
    breaks: 'each new tag of a ticket costs a query for each customer who listens',
  },
  {
    name: 'a stream that goes on without its key',
    file: PLACES,
    find: '    } catch {\n      state.end();\n    }',
    replace: '    } catch {\n      state.isAsked = false;\n    }',
    specs: [ENDS, PORTAL],
    breaks: 'a revoked key and an ended session hear everything for five minutes',
  },
  {
    name: 'streams that outlive the end of the process',
    file: 'src/app/start/start-service.ts',
    find: '  app.get(LastingAnswers).endAll();\n',
    replace: '',
    specs: [ENDS],
    breaks: 'a restart takes five seconds longer, and cuts streams off',
  },
  {
    name: 'a key with all places of the process',
    file: PLACES,
    find: "if (!this.places.take([own], response)) throw tooManyStreamsOfOne(customer ? 'session' : 'API key');",
    replace: '',
    specs: [API, PORTAL],
    breaks: 'one key keeps all others from listening',
  },
  {
    name: 'streams that count as requests at once',
    file: 'src/auth/api-key.guard.ts',
    find: 'if (transfer === undefined) return false;',
    replace: "if (transfer === undefined || transfer === 'stream') return false;",
    specs: [API, ENDS],
    breaks: 'a key that listens has fewer requests at once, and none with 32 streams',
  },
];
