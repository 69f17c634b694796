import { z } from 'zod';
import { isTypeToAccept } from '../attachments/content-type.rules.js';
import {
  checkDisplayOrder,
  checkFieldKind,
  checkFieldName,
  checkFieldState,
  checkPlaceholderSlug,
} from '../fields/field.rules.js';
import type { FieldKind, FieldState } from '../fields/field.kinds.js';
import {
  checkEmail,
  checkLine,
  checkRequestsPerMinute,
  checkText,
  checkTimeZone,
  checkWholeNumber,
  isMailAddress,
  isOrigin,
  type Check,
} from '../kernel/checks.js';
import {
  isUuid,
  type CompanyId,
  type CustomerId,
  type FieldId,
  type GroupId,
  type TeamMemberId,
} from '../kernel/ids.js';
import { checkTypes, checkWebhookUrl, WEBHOOK_STATES } from '../webhooks/settings/webhook.rules.js';
import { isOneLine } from '../kernel/text.js';
import { FORM_SLUG } from '../forms/settings/form.rules.js';
import { checkColour, checkLogo } from '../forms/settings/look.rules.js';
import { MAX_ITEMS } from './manifest.limits.js';
import { TEAM_MEMBER_ROLES } from '../team-members/team-member.rules.js';

const MAX_NAME_LENGTH = 255;
const SUBDOMAIN = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** Accepts a value that passes the check. The check's result is the message. */
function checked<T>(check: Check): z.ZodType<T> {
  return z.custom<T>((value) => value !== undefined && check(value) === null, {
    error: ({ input }) => (input === undefined ? 'is missing' : (check(input) ?? 'is wrong')),
  });
}

const matching = (pattern: RegExp, message: string): Check => {
  return (value) => checkText(value) ?? (pattern.test(value as string) ? null : message);
};

/** Tells the operator to put names such as `2024` and `true` in quotes, because YAML reads them as a number and a boolean. */
const quoted =
  (check: Check): Check =>
  (value) =>
    ['number', 'boolean'].includes(typeof value) ? 'must be a text: put it in quotes' : check(value);

const checkName: Check = (value) => checkLine(value, { max: MAX_NAME_LENGTH, blank: 'refused' });

const name = checked<string>(quoted(checkName));
const flag = z.boolean({ error: 'must be true or false' });

/** Refuses commas and outer blanks, because filters list statuses with commas between them and ignore blanks around a name. */
const statusName = checked<string>(
  quoted((value) => {
    const problem = checkName(value);
    if (problem !== null) return problem;
    const text = value as string;
    if (text.trim() !== text) return 'must not begin or end with a blank';
    return text.includes(',') ? 'must not contain a comma' : null;
  }),
);

const object = <Shape extends z.ZodRawShape>(shape: Shape): z.ZodObject<Shape, z.core.$strict> =>
  z.strictObject(shape, { error: ({ code, input }) => objectMessage(code, input) });

function objectMessage(code: string | undefined, input: unknown): string | undefined {
  if (code !== 'invalid_type') return undefined;
  return input === undefined ? 'is missing' : 'must be a mapping of keys and values';
}

const listOf = <Item extends z.ZodType>(item: Item): z.ZodArray<Item> =>
  z.array(item, { error: 'must be a list' }).max(MAX_ITEMS, `must have at most ${MAX_ITEMS} items`);

/** Accepts a section of the file, which may be empty or absent. */
const section = <Item extends z.ZodType>(item: Item): z.ZodOptional<z.ZodNullable<z.ZodArray<Item>>> =>
  listOf(item).nullable().optional();

/** Names the settings that can be absent, with the word that removes each. */
export const WORDS_FOR_NONE = {
  requests_per_minute: 'default',
  attachment_quota_mb: 'unlimited',
  attachment_types: 'all',
  mail_from: 'none',
  reply_to: 'none',
  mail_footer: '',
  blocked_senders: 'none',
  default_author: 'none',
  mail_relays: 'none',
  colour: 'none',
  logo: 'none',
} as const;

/** Accepts a value that passes the check. The word removes the setting, and becomes null. */
const orWord = <T>(word: string, check: Check): Removable<T> =>
  removable(word, (value) => {
    const problem = value === word ? null : check(value);
    return problem === null ? null : `${problem}, or the word ${word}`;
  });

type Removable<T> = z.ZodOptional<z.ZodType<T | null>>;

const removable = <T>(word: string, check: Check): Removable<T> =>
  checked<T>((value) => (value === word ? null : check(value)))
    .transform((value) => (value === word ? null : value))
    .optional();

/** Attachments may have a petabyte, in MiB. */
const MAX_QUOTA_MB = 1_000_000_000;

const attachmentQuota: Check = (value) => checkWholeNumber(value, { min: 1, max: MAX_QUOTA_MB });

const MAX_TYPES = 100;
const attachmentTypes: Check = (value) => {
  const isList = Array.isArray(value) && value.length >= 1 && value.length <= MAX_TYPES;
  return isList && value.every(isTypeToAccept)
    ? null
    : `must be a list of 1 to ${MAX_TYPES} media types in lower case, such as image/* and application/pdf`;
};

const MAX_FOOTER_LENGTH = 500;

const mailFooter: Check = (value) => {
  const problem = checkText(value, { max: MAX_FOOTER_LENGTH });
  if (problem !== null) return problem;
  const isPlain = isOneLine((value as string).replace(/[\r\n\t]/g, ' '));
  return isPlain ? null : 'must have no control characters other than line ends';
};

const MAX_BLOCKED_SENDERS = 1_000;
/** Accepts addresses, and the domains that an address can have. */
const blockedSenders: Check = (value) => {
  const isList = Array.isArray(value) && value.length >= 1 && value.length <= MAX_BLOCKED_SENDERS;
  const isSender = (sender: unknown): boolean =>
    typeof sender === 'string' && checkEmail(sender.includes('@') ? sender : `a@${sender}`) === null;
  return isList && value.every(isSender)
    ? null
    : `must be a list of 1 to ${MAX_BLOCKED_SENDERS} addresses and domains, such as ads@shop.example and spam.example`;
};

const MAX_MAIL_RELAYS = 100;
/** Accepts addresses of contact forms. */
const mailRelays: Check = (value) => {
  const isList = Array.isArray(value) && value.length >= 1 && value.length <= MAX_MAIL_RELAYS;
  return isList && value.every((relay) => typeof relay === 'string' && isMailAddress(relay))
    ? null
    : `must be a list of 1 to ${MAX_MAIL_RELAYS} addresses, such as no-reply@shop.example`;
};

/** Accepts a text that passes the check. An empty text removes what is there, and becomes null. */
const removableText = (check: Check): Removable<string> =>
  checked<string>(quoted(check))
    .transform((text) => (text.trim() === '' ? null : text))
    .optional();

/** Accepts a text of a form's page, in plain paragraphs of at most `max` characters. */
const paragraphs = (max: number): Removable<string> => removableText((value) => checkText(value, { max }));

const MAX_EMBED_ORIGINS = 20;
const embedOrigins: Check = (value) => {
  const isFine = Array.isArray(value) && value.length <= MAX_EMBED_ORIGINS && value.every(isOrigin);
  return isFine
    ? null
    : `must be a list of at most ${MAX_EMBED_ORIGINS} origins such as https://www.example.com: scheme, host, and a port that is not the usual one`;
};

/** Accepts the id of a new element, in lower case, as the database shows it. */
const idFor = <Id extends string>(): z.ZodOptional<z.ZodType<Id>> =>
  checked<Id>((value) => {
    const isPlain = typeof value === 'string' && isUuid(value) && value === value.toLowerCase();
    return isPlain ? null : 'must be a UUID in lower case';
  }).optional();

const lowestCategory = object({
  name,
  sub_categories: z.undefined({ error: 'must be absent: categories have three levels' }).optional(),
});
const middleCategory = object({ name, sub_categories: section(lowestCategory) });
const topCategory = object({ name, sub_categories: section(middleCategory) });

const partOfName = checked<string>(quoted((value) => checkLine(value, { max: MAX_NAME_LENGTH })));

const teamMember = object({
  id: idFor<TeamMemberId>(),
  email: checked<string>(checkEmail),
  // Clients invite members without their names, too.
  first_name: partOfName,
  last_name: partOfName.optional(),
  role: z.enum(TEAM_MEMBER_ROLES, { error: `must be one of ${TEAM_MEMBER_ROLES.join(', ')}` }).optional(),
  groups: section(name),
});

const customer = object({
  id: idFor<CustomerId>(),
  email: checked<string>(checkEmail),
  name: name.optional(),
});

const field = object({
  id: idFor<FieldId>(),
  name: checked<string>(quoted(checkFieldName)),
  kind: checked<FieldKind>(checkFieldKind),
  options: listOf(checked<string>(quoted(checkFieldName))).optional(),
  state: checked<FieldState>(checkFieldState).optional(),
  is_required: flag.optional(),
  is_required_for_agent_when_submitting_form: flag.optional(),
  is_required_for_agent_when_closing_ticket: flag.optional(),
  display_order: checked<number>(checkDisplayOrder).optional(),
  placeholder_slug: checked<string>(checkPlaceholderSlug).optional(),
});

const form = object({
  title: name,
  slug: checked<string>(
    matching(FORM_SLUG, 'must consist of a-z, 0-9, - and _, without - and _ at the ends'),
  ),
  enabled: flag.optional(),
  fields: section(name),
  intro: paragraphs(5_000),
  success_message: paragraphs(2_000),
  embed_origins: checked<string[]>(embedOrigins).optional(),
  requires_proof: flag.optional(),
});

const webhook = object({
  url: checked<string>(checkWebhookUrl),
  types: checked<string[]>(checkTypes),
  include_notes: flag.optional(),
  include_silent: flag.optional(),
  state: z.enum(WEBHOOK_STATES, { error: `must be one of ${WEBHOOK_STATES.join(', ')}` }).optional(),
  // Only the workspace knows which values there are.
  filter: z
    .record(z.string(), z.unknown(), { error: 'must be a mapping of keys and lists, or null' })
    .nullable()
    .optional(),
});

/** Checks the file of a workspace's manifest: see `examples/acme.workspace.yaml`. */
export const manifestSchema = object({
  workspace: object({
    subdomain: checked<string>(
      matching(
        SUBDOMAIN,
        'must be one label of a domain name: at most 63 of a-z, 0-9 and -, without - at the ends',
      ),
    ),
    name,
    knowledge_base_name: name.optional(),
    requests_per_minute: orWord<number>(WORDS_FOR_NONE.requests_per_minute, checkRequestsPerMinute),
    reopen_on_reply: flag.optional(),
    follow_up_opens: flag.optional(),
    clear_follow_up_on_reply: flag.optional(),
    time_zone: checked<string>(checkTimeZone).optional(),
    attachment_quota_mb: orWord<number>(WORDS_FOR_NONE.attachment_quota_mb, attachmentQuota),
    attachment_types: orWord<string[]>(WORDS_FOR_NONE.attachment_types, attachmentTypes),
    mail_from: orWord<string>(WORDS_FOR_NONE.mail_from, checkEmail),
    reply_to: orWord<string>(WORDS_FOR_NONE.reply_to, checkEmail),
    mail_footer: removableText(mailFooter),
    reply_address: z.enum(['none', 'plus'], { error: 'must be none or plus' }).optional(),
    blocked_senders: orWord<string[]>(WORDS_FOR_NONE.blocked_senders, blockedSenders),
    default_author: orWord<string>(WORDS_FOR_NONE.default_author, checkEmail),
    remote_images: z.enum(['hide', 'keep'], { error: 'must be hide or keep' }).optional(),
    mail_relays: orWord<string[]>(WORDS_FOR_NONE.mail_relays, mailRelays),
    colour: removable<string>(WORDS_FOR_NONE.colour, checkColour),
    logo: removable<string>(WORDS_FOR_NONE.logo, checkLogo),
  }),
  statuses: section(object({ name: statusName })),
  categories: section(topCategory),
  groups: section(object({ id: idFor<GroupId>(), name })),
  team_members: section(teamMember),
  companies: section(object({ id: idFor<CompanyId>(), name })),
  customers: section(customer),
  fields: section(field),
  forms: section(form),
  webhooks: section(webhook),
});

export type ManifestFile = z.infer<typeof manifestSchema>;
