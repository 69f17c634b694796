// Which events a webhook with a filter is told of: by the ticket as the event left it, and by the members that a note mentions.
const RULES = 'src/webhooks/settings/webhook-filter.rules.spec.ts';
const SETTINGS = 'test/api/webhooks/webhooks-filters.spec.ts';
const TOLD = 'test/system/webhooks/webhooks-filters.spec.ts';
const STORED = 'test/contract/stored/webhook-filters.spec.ts';
const SQL = 'src/webhooks/reading/filters.sql.ts';

export default [
  {
    name: 'a filter that looks at the ticket of now',
    file: SQL,
    find: 'coalesce(e.ticket, ${',
    replace: 'coalesce(NULL::jsonb, ${',
    specs: [STORED],
    breaks: 'an event is told to the wrong webhook when its ticket changes before the reader comes',
  },
  {
    name: 'an event of an older version without a ticket',
    file: SQL,
    find: "CASE WHEN e.subject_type = 'ticket' THEN e.subject_id",
    replace: "CASE WHEN e.subject_type = 'nothing' THEN e.subject_id",
    specs: [STORED],
    breaks: 'webhooks with filters miss events while a new version replaces the old one',
  },
  {
    name: 'an event without a ticket that passes a filter',
    file: SQL,
    find: '(w.filter IS NULL OR event.ticket IS NOT NULL\n',
    replace: '(w.filter IS NULL OR true\n',
    specs: [TOLD],
    breaks: 'a filter of tickets without a category is told of new customers',
  },
  {
    name: 'tags that are compared letter by letter',
    file: SQL,
    find: "ARRAY(SELECT ticket_tag_key(tag) FROM jsonb_array_elements_text(w.filter -> 'tag') AS tag)",
    replace: "ARRAY(SELECT tag FROM jsonb_array_elements_text(w.filter -> 'tag') AS tag)",
    specs: [TOLD],
    breaks: 'a filter by VIP misses the tickets with the tag vip',
  },
  {
    name: 'a company of now',
    file: SQL,
    find: 'l.at > e.at\n',
    replace: 'l.at > e.at AND false\n',
    specs: [TOLD],
    breaks: 'an event is told by the company that its customer has got since',
  },
  {
    name: 'mentions that pick every note',
    file: SQL,
    find: "jsonb_exists_any(w.filter -> 'mentions', event.mentions)",
    replace: 'event.mentions IS NOT NULL',
    specs: [TOLD],
    breaks: 'an assistant hears notes that do not call it',
  },
  {
    name: 'a replay without the filter',
    file: 'src/webhooks/deliveries/delivery.sql.ts',
    find: 'JOIN listening w ON ${PASSES} ORDER BY',
    replace: 'JOIN listening w ON true ORDER BY',
    specs: [TOLD],
    breaks: 'a replay sends events that the webhook was never meant to get',
  },
  {
    name: 'a comment that keeps its ticket from before',
    file: 'src/tickets/write/commented-tickets.service.ts',
    find: '      this.query(inner, NOTE_COMMENT, values),\n      this.audit.record(inner, entry),\n',
    replace: '      this.audit.record(inner, entry),\n      this.query(inner, NOTE_COMMENT, values),\n',
    specs: [TOLD],
    breaks: 'a filter by open tickets misses the reply that opens one',
  },
  {
    name: 'tags of erased customers that stay',
    file: 'src/events/events.erasure.ts',
    find: ", ticket = ticket - 'tags'\n",
    replace: '\n',
    specs: [STORED],
    breaks: 'words about an erased person stay in the audit trail',
  },
  {
    name: 'a filter that keeps names',
    file: 'src/webhooks/settings/webhook-filter.rules.ts',
    find: 'stored: (name, { vocabulary }) => vocabulary.groups.get(name),',
    replace: 'stored: (name, { vocabulary }) => (vocabulary.groups.has(name) ? name : undefined),',
    specs: [RULES, STORED],
    breaks: 'a filter matches nothing by groups, or nothing more when a group gets another name',
  },
  {
    name: 'an empty list that is taken',
    file: 'src/webhooks/settings/webhook-filter.rules.ts',
    find: "checkList(sent, { min: 1, max: MAX_FILTER_VALUES, of: 'strings' })",
    replace: "checkList(sent, { min: 0, max: MAX_FILTER_VALUES, of: 'strings' })",
    specs: [RULES],
    breaks: 'a webhook is told of nothing, and nobody knows why',
  },
  {
    name: 'mentions of a webhook without notes',
    file: 'src/webhooks/settings/webhooks.service.ts',
    find: 'sent === undefined ? before.filter : (read?.kept ?? null)',
    replace: 'read?.kept ?? null',
    specs: [SETTINGS],
    breaks: 'a change of include_notes makes a webhook deaf, without a word',
  },
];
