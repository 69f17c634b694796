// The arrows of docs/architecture.md, section "Arrows". A rule here is a sentence there.

import { FACTS } from './dist/app/features.js';
import { arrowsOf } from './scripts/arrows.mjs';

const ARROWS = arrowsOf(FACTS);
const names = FACTS.flatMap(({ room, uses }) => (uses ? [room] : [])).join('|');
const withInside = FACTS.filter(({ room, inside }) => inside && room !== 'platform').map(({ room }) => room);

/** A rule: files of `from` never import files of `to`. */
const never = (name, from, to, comment) => ({ name, comment, severity: 'error', from, to });

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    never('no-circles', {}, { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } }),
    {
      ...never('no-circles-of-folders', { path: '^src' }, { circular: true }),
      scope: 'folder',
      comment: 'A folder counts with all that it holds. So a feature is one room with its dto and entities.',
    },
    ...Object.entries(ARROWS).map(([room, others]) =>
      never(
        `${room.replace('/', '-')}-arrows`,
        { path: `^src/${room}/` },
        { path: '^src/', pathNot: `^src/(${[room, ...others].join('|')})(/|$)` },
      ),
    ),
    never(
      'rooms-do-not-know-their-module',
      { path: `^src/(${withInside.join('|')})/[^/]+/` },
      { path: '^src/$1/[^/]+$' },
      'The module of a feature with rooms wires them; nothing else lies beside it.',
    ),
    never(
      'kernel-is-plain-typescript',
      { path: '^src/kernel/' },
      { path: '^node_modules', pathNot: '^node_modules/(@types/)?validator/' },
      'One package of pure functions is allowed: its check of e-mail addresses is better than one of ours.',
    ),
    never(
      'another-features-inside-is-private',
      { path: `^src/(${names})/`, pathNot: '^src/mcp/' },
      { path: `^src/(${names})/.*(repository|controller|mapper|presenter|dto/)`, pathNot: '^src/$1/' },
      'Features meet through services, modules, entities and plain types of their rules, never through repositories.',
    ),
    never(
      'tools-take-only-types-of-what-operations-take-and-answer',
      { path: '^src/mcp/' },
      { path: `^src/(?!mcp/)(${names})/`, dependencyTypesNot: ['type-only'] },
      'Tools run operations as clients do. The compiler compares them with the classes of bodies and answers.',
    ),
    never(
      'service-knows-no-http',
      { path: '\\.service\\.ts$' },
      { path: '^src/([^/]+/(api/)?dto/|platform/http/)' },
    ),
    never(
      'repository-knows-no-service',
      { path: '\\.repository\\.ts$' },
      { path: '^src/.*\\.service\\.ts$' },
    ),
    never(
      'rules-are-pure',
      { path: '\\.rules\\.ts$' },
      { path: '(^node_modules/(@nestjs|typeorm|pg)/|\\.(repository|service|controller)\\.ts$)' },
    ),
    never(
      'what-customers-see-has-no-notes',
      { path: '^src/(forms|mail|webhooks)/|comments-for-customers\\.' },
      {
        path: '^src/conversations/',
        pathNot: '(comments-for-customers|comment\\.errors)\\.|conversations\\.module\\.ts$',
      },
      'One view has no notes, and whatever customers see reads that alone.',
    ),
    never(
      'what-sessions-see-has-no-notes',
      { path: '^src/portal/' },
      {
        path: '^src/conversations/',
        pathNot: '(comments-for-customers|comment-writer\\.service)\\.|conversations\\.module\\.ts$',
      },
      'Customers with a session write by the one writer of comments, and read the view without notes.',
    ),
    never('the-application-knows-no-command', { path: '^src/app/' }, { path: '^src/cli/' }),
    never('nothing-imports-the-doors', { path: '^src/' }, { path: '^src/[^/]+\\.ts$' }),
    never(
      'the-client-stands-alone',
      { path: '^packages/client/src/', pathNot: '\\.spec\\.ts$|^packages/client/src/listen/' },
      { pathNot: '^packages/client/src/(?!listen/)' },
      'It is a package of its own: what it imports, its users would have to install. Its program needs Node.js, and browsers have none.',
    ),
    never(
      'the-program-of-the-client-needs-nothing-else',
      { path: '^packages/client/src/listen/', pathNot: '\\.spec\\.ts$' },
      { pathNot: '^packages/client/src/', dependencyTypesNot: ['core'] },
    ),
    never('source-knows-no-client', { path: '^src/' }, { path: '^packages/' }),
    never('source-knows-no-test', { path: '^src/' }, { path: '^test/' }),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // A test beside the code may import what it needs. Rooms below take types from the list of facts, and a contract test finds those
    // that take more.
    exclude: { path: '^src/.*\\.spec\\.ts$|^src/app/features\\.ts$' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
  },
};
