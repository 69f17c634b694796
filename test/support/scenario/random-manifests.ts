import fc from 'fast-check';
import { EVENT_TYPES } from '../../../src/events/feed/event-types.js';
import { FIELD_KINDS, hasOptions } from '../../../src/fields/field.kinds.js';

/** Names with spaces, quotes, colons and letters of other scripts, which YAML and JSON write in several ways. */
const name = fc
  .stringMatching(/^[A-Za-z0-9äß中#:'"&*!%@`{}[\]|>?-][A-Za-z0-9 äß中#:'"&*!%@`{}[\]|>?-]{0,20}[A-Za-zß中]$/u)
  .map((text) => `n${text}`);
/** Names that are different whatever the case of their letters. */
const names = (maxLength: number) =>
  fc.uniqueArray(name, { maxLength, selector: (text) => text.toLowerCase() });
const named = (maxLength: number) => names(maxLength).map((all) => all.map((text) => ({ name: text })));
/** Some of a list, in its order. */
const someOf = (all: readonly string[]) => (all.length === 0 ? fc.constant([]) : fc.subarray([...all]));
const either = <T>(word: string, value: fc.Arbitrary<T>) => fc.oneof(fc.constant(word), value);

const settings = fc.record(
  {
    knowledge_base_name: name,
    requests_per_minute: either('default', fc.integer({ min: 1, max: 100_000 })),
    reopen_on_reply: fc.boolean(),
    follow_up_opens: fc.boolean(),
    clear_follow_up_on_reply: fc.boolean(),
    time_zone: fc.constantFrom('UTC', 'Europe/Berlin', 'Asia/Kolkata'),
    attachment_quota_mb: either('unlimited', fc.integer({ min: 1, max: 10_000 })),
    attachment_types: either('all', fc.subarray(['image/*', 'application/pdf'], { minLength: 1 })),
    mail_from: fc.constantFrom('none', 'help@desk.example'),
    reply_to: fc.constantFrom('none', 'answers@desk.example'),
    mail_footer: fc.constantFrom('', 'Yours\nThe desk', '- a: b\n  # c'),
    reply_address: fc.constant('none'),
    mail_relays: either(
      'none',
      fc.subarray(['no-reply@shop.example', 'form@site.example'], { minLength: 1 }),
    ),
    blocked_senders: either('none', fc.subarray(['ads@shop.example', 'spam.example'], { minLength: 1 })),
    default_author: fc.constant('none'),
    remote_images: fc.constantFrom('hide', 'keep'),
    colour: fc.constantFrom('none', '#1f5fae', '#000000'),
  },
  { requiredKeys: [] },
);

const categories = (levels: number): fc.Arbitrary<object[]> =>
  levels === 1
    ? named(3)
    : names(3).chain((all) =>
        fc.tuple(
          ...all.map((text) =>
            categories(levels - 1).map((below) => ({ name: text, sub_categories: below })),
          ),
        ),
      );

const member = (groups: readonly string[], index: number) =>
  fc.record({
    email: fc.constantFrom(`m${index}@team.example`, `M.${index}@Team.example`),
    first_name: fc.oneof(name, fc.constant('')),
    last_name: fc.oneof(name, fc.constant('')),
    role: fc.constantFrom('admin', 'agent', 'standard'),
    groups: someOf(groups),
  });

const field = (text: string, index: number) =>
  fc
    .record({
      kind: fc.constantFrom(...FIELD_KINDS),
      state: fc.constantFrom('active', 'inactive'),
      is_required: fc.boolean(),
      is_required_for_agent_when_closing_ticket: fc.boolean(),
      display_order: fc.nat({ max: 50 }),
      placeholder_slug: fc.constant(`slug_${index}`),
      options: fc.uniqueArray(name, { minLength: 1, maxLength: 5, selector: (label) => label.toLowerCase() }),
    })
    .map(({ options, ...rest }) => ({ name: text, ...rest, ...(hasOptions(rest.kind) && { options }) }));

const form = (fields: readonly string[], index: number) =>
  fc.record(
    {
      title: name,
      slug: fc.constant(`form-${index}`),
      enabled: fc.boolean(),
      fields: someOf(fields),
      intro: fc.constantFrom('', 'Tell us.\n\nAll of it.'),
      success_message: fc.constantFrom('', 'Thank you.'),
      embed_origins: fc.subarray(['https://www.shop.example', 'https://blog.shop.example:8443']),
      requires_proof: fc.boolean(),
    },
    { requiredKeys: ['title', 'slug'] },
  );

const webhook = (index: number) =>
  fc.record(
    {
      url: fc.constant(`https://receiver.example/${index}`),
      types: fc.subarray([...EVENT_TYPES], { minLength: 1, maxLength: 5 }),
      include_notes: fc.boolean(),
      include_silent: fc.boolean(),
      state: fc.constantFrom('active', 'disabled'),
      filter: fc.option(fc.constantFrom({ status: ['new', 'open'] }, { tag: ['VIP'], category: ['None'] })),
    },
    { requiredKeys: ['url', 'types'] },
  );

/** Some items, each made of its place in the list. */
const several = <T>(max: number, item: (index: number) => fc.Arbitrary<T>): fc.Arbitrary<T[]> =>
  fc.nat({ max }).chain((length) => fc.tuple(...Array.from({ length }, (_, index) => item(index))));

/** Manifests of small workspaces with something of everything. */
export const randomManifests = fc.tuple(names(4), names(5)).chain(([groups, fields]) =>
  fc.record({
    workspace: fc.tuple(name, settings).map(([text, rest]) => ({ name: text, ...rest })),
    statuses: named(4),
    categories: categories(3),
    groups: fc.constant(groups.map((text) => ({ name: text }))),
    team_members: several(4, (index) => member(groups, index)),
    companies: named(4),
    fields: fc.tuple(...fields.map(field)),
    forms: several(2, (index) => form(fields, index)),
    webhooks: several(2, webhook),
  }),
);
