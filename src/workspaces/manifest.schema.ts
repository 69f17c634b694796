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
import { FORM_SLUG } from '../forms/form.rules.js';
import { checkColour, checkLogo } from '../forms/look.rules.js';
import { MAX_ITEMS } from './manifest.limits.js';
import { TEAM_MEMBER_ROLES } from '../team-members/team-member.rules.js';

const MAX_NAME_LENGTH = 255;
const SUBDOMAIN = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** A value that passes the check. The check's result is the message. */
function checked<T>(check: Check): z.ZodType<T> {
  return z.custom<T>((value) => value !== undefined && check(value) === null, {
    error: ({ input }) => (input === undefined ? 'is missing' : (check(input) ?? 'is wrong')),
  });
}

const matching = (pattern: RegExp, message: string): Check => {
  return (value) => checkText(value) ?? (pattern.test(value as string) ? null : message);
};

/** YAML reads `2024` and `true` as a number and a boolean. This tells the operator to put such a name in quotes. */
const quoted =
  (check: Check): Check =>
  (value) =>
    ['number', 'boolean'].includes(typeof value) ? 'must be a text: put it in quotes' : check(value);

const name = checked<string>(quoted((value) => checkLine(value, { max: MAX_NAME_LENGTH, blank: 'refused' })));
const flag = z.boolean({ error: 'must be true or false' });

/** Filters list statuses with commas between them and ignore blanks around a name, so a name must have none of these. */
const statusName = checked<string>(
  quoted((value) => {
    const problem = checkLine(value, { max: MAX_NAME_LENGTH, blank: 'refused' });
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

/** A section of the file. An empty section is the same as an absent one. */
const section = <Item extends z.ZodType>(item: Item): z.ZodOptional<z.ZodNullable<z.ZodArray<Item>>> =>
  listOf(item).nullable().optional();

/** A value that passes the check, or a word that takes the setting away. */
const orWord =
  (word: string, check: Check): Check =>
  (value) => {
    const problem = value === word ? null : check(value);
    return problem === null ? null : `${problem}, or the word ${word}`;
  };

/** A petabyte in MiB. */
const MAX_QUOTA_MB = 1_000_000_000;

const attachmentQuota: Check = (value) => {
  const isFine = Number.isSafeInteger(value) && (value as number) >= 1 && (value as number) <= MAX_QUOTA_MB;
  return isFine ? null : `must be a whole number from 1 to ${MAX_QUOTA_MB}`;
};

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

/** A property that the word `none` takes away. */
const removable = (check: Check): z.ZodOptional<z.ZodType<string>> =>
  checked<string>((value) => (value === 'none' ? null : check(value))).optional();

/** A text of a form's page, in plain paragraphs of at most `max` characters. An empty one takes it away. */
const paragraphs = (max: number): z.ZodType<string> =>
  checked<string>(quoted((value) => checkText(value, { max })));

const MAX_EMBED_ORIGINS = 20;
const embedOrigins: Check = (value) => {
  const isFine = Array.isArray(value) && value.length <= MAX_EMBED_ORIGINS && value.every(isOrigin);
  return isFine
    ? null
    : `must be a list of at most ${MAX_EMBED_ORIGINS} origins such as https://www.example.com: scheme, host, and a port that is not the usual one`;
};

/** The id of a new element. Lower case only, as the database shows it. */
const idFor = <Id extends string>(): z.ZodOptional<z.ZodType<Id>> =>
  checked<Id>((value) => (isPlainUuid(value) ? null : 'must be a UUID in lower case')).optional();

const isPlainUuid = (value: unknown): boolean =>
  typeof value === 'string' && isUuid(value) && value === value.toLowerCase();

const lowestCategory = object({
  name,
  sub_categories: z.undefined({ error: 'must be absent: categories have three levels' }).optional(),
});
const middleCategory = object({ name, sub_categories: section(lowestCategory) });
const topCategory = object({ name, sub_categories: section(middleCategory) });

const teamMember = object({
  id: idFor<TeamMemberId>(),
  email: checked<string>(checkEmail),
  first_name: name,
  last_name: checked<string>(quoted((value) => checkLine(value, { max: MAX_NAME_LENGTH }))).optional(),
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
  slug: checked<string>(matching(FORM_SLUG, 'must consist of a-z, 0-9, inner hyphens and underscores')),
  enabled: flag.optional(),
  fields: section(name),
  intro: paragraphs(5_000).optional(),
  success_message: paragraphs(2_000).optional(),
  embed_origins: checked<string[]>(embedOrigins).optional(),
  requires_proof: flag.optional(),
});

const webhook = object({
  url: checked<string>(checkWebhookUrl),
  types: checked<string[]>(checkTypes),
  include_notes: flag.optional(),
  include_silent: flag.optional(),
  state: z.enum(WEBHOOK_STATES, { error: `must be one of ${WEBHOOK_STATES.join(', ')}` }).optional(),
});

/** The file of a workspace's manifest: see `examples/acme.workspace.yaml`. */
export const manifestSchema = object({
  workspace: object({
    subdomain: checked<string>(
      matching(SUBDOMAIN, 'must be one label of a domain name: a-z, 0-9 and inner hyphens, at most 63'),
    ),
    name,
    knowledge_base_name: name.optional(),
    requests_per_minute: checked<number | 'default'>(orWord('default', checkRequestsPerMinute)).optional(),
    reopen_on_reply: flag.optional(),
    attachment_quota_mb: checked<number | 'unlimited'>(orWord('unlimited', attachmentQuota)).optional(),
    attachment_types: checked<string[] | 'all'>(orWord('all', attachmentTypes)).optional(),
    mail_from: checked<string>(orWord('none', checkEmail)).optional(),
    reply_to: checked<string>(orWord('none', checkEmail)).optional(),
    mail_footer: checked<string>(quoted(mailFooter)).optional(),
    colour: removable(checkColour),
    logo: removable(checkLogo),
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
