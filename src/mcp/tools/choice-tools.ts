import { z } from 'zod';
import type { FieldDto } from '../../fields/dto/field.dto.js';
import type { Wire } from '../../platform/http/answers/answer.dto.js';
import type { TeamMemberDto } from '../../team-members/dto/team-member.dto.js';
import type { OperationAnswer } from '../calls/inside-request.js';
import { MAX_LIST_SHOWN, MAX_NAME_SHOWN } from '../mcp.limits.js';
import { fitting, pageFrom } from './fitting.rules.js';
import { NEXT, OFFSET, READS, RefusedOperation, tool, type AnyTool, type ToolCaller } from './tool.js';
import { shortened } from './untrusted-text.rules.js';

const PAGE = 100;

/** The operation that lists each kind of choice, and whether it gives the whole list when no page is asked for. */
const KINDS = {
  statuses: { id: 'listStatuses', isWhole: true },
  categories: { id: 'listCategories', isWhole: true },
  groups: { id: 'listGroups', isWhole: true },
  companies: { id: 'listCompanies', isWhole: true },
  tags: { id: 'listTags', isWhole: false },
  fields: { id: 'listTicketFields', isWhole: true },
  team_members: { id: 'listTeamMembers', isWhole: false },
} as const;

type Kind = keyof typeof KINDS;

/** Choices of these kinds have further names below them. */
const WITH_NAMES: ReadonlySet<Kind> = new Set<Kind>(['categories', 'fields']);

/** A choice of any kind in an answer of the API, with the properties that the tool shows. */
type Choice = Partial<
  Omit<Wire<FieldDto>, 'options'> & Pick<Wire<TeamMemberDto>, 'email' | 'first_name' | 'last_name'>
> & {
  readonly options?: readonly { readonly label: string }[];
  readonly sub_categories?: readonly Choice[];
};

const INPUT = z
  .strictObject({
    kind: z.enum(Object.keys(KINDS) as [Kind, ...Kind[]]),
    name: z
      .string()
      .max(300)
      .optional()
      .describe('The name of one category or field: then its sub-categories or options are listed.'),
    offset: OFFSET,
  })
  .refine(({ kind, name }) => name === undefined || WITH_NAMES.has(kind), {
    path: ['name'],
    error: 'is only for the kinds categories and fields',
  });

type Input = z.output<typeof INPUT>;

const listChoices = tool({
  name: 'list_choices',
  title: 'List what to choose from',
  description:
    'Lists the names that create_ticket and update_ticket take: statuses, categories with their sub-categories, groups, companies, tags, ' +
    'custom fields with their options (needs the scope fields:read) or team members (team_members:read). `more` says that a choice has ' +
    'further names below it: ask for it by its name.',
  scopes: ['tickets:read'],
  annotations: READS,
  input: INPUT,
  output: z.object({
    choices: z.array(
      z.strictObject({
        id: z.string().optional(),
        name: z.string(),
        email: z.string().optional(),
        kind: z.string().optional(),
        state: z.string().optional(),
        required: z.array(z.enum(['when_created', 'when_closed'])).optional(),
        names: z.array(z.string()).optional().describe('Options of a field, or sub-categories.'),
        more: z.literal(true).optional(),
      }),
    ),
    next: NEXT,
  }),
  async run(input, caller) {
    const { kind, name, offset } = input;
    const { rows, isMore } =
      name === undefined ? await page(input, caller) : await below(input, name, caller);
    const { items, count } = fitting({ input }, rows, (row) => shownChoice(row, kind));
    const hasNext = count < rows.length || isMore;
    return { choices: items, next: hasNext ? [{ ...input, offset: offset + count }] : [] };
  },
});

interface Rows {
  readonly rows: readonly Choice[];
  readonly isMore: boolean;
}

async function page({ kind, offset }: Input, { run }: ToolCaller): Promise<Rows> {
  const { id, isWhole } = KINDS[kind];
  if (isWhole) return { rows: (await listOf(kind, { run })).slice(offset), isMore: false };
  const { query, skipped } = pageFrom(offset, PAGE);
  const { body } = await run(id, { query });
  const { pagination } = body;
  const rows = choicesOf(kind, body).slice(skipped);
  return { rows, isMore: rows.length > 0 && offset + rows.length < pagination.total_records };
}

async function listOf(kind: Kind, { run }: Pick<ToolCaller, 'run'>): Promise<readonly Choice[]> {
  return choicesOf(kind, (await run(KINDS[kind].id, {})).body);
}

function choicesOf(kind: Kind, body: object): readonly Choice[] {
  return (body as Record<string, readonly Choice[]>)[kind] ?? [];
}

/** Lists the options of a field, or the sub-categories of a category or sub-category. */
async function below({ kind, offset }: Input, name: string, caller: ToolCaller): Promise<Rows> {
  const all = await listOf(kind, caller);
  const found = named(all, name);
  if (!found) throw new RefusedOperation(noSuchName());
  const names = found.options?.map(({ label }) => ({ name: label })) ?? found.sub_categories ?? [];
  return { rows: names.slice(offset), isMore: false };
}

function named(choices: readonly Choice[], name: string): Choice | undefined {
  return (
    choices.find((choice) => choice.name === name) ??
    choices.flatMap(({ sub_categories = [] }) => sub_categories).find((choice) => choice.name === name)
  );
}

function shownChoice(choice: Choice, kind: Kind): object {
  const { id, email, first_name, last_name, state } = choice;
  const person = [first_name, last_name].filter(Boolean).join(' ');
  const below = choice.options?.map(({ label }) => label) ?? subNamesOf(choice);
  const names = below && fitting({}, below, whole, { most: MAX_LIST_SHOWN, least: 1 }).items;
  const required = [
    ...(choice.is_required_for_agent_when_submitting_form ? ['when_created'] : []),
    ...(choice.is_required_for_agent_when_closing_ticket ? ['when_closed'] : []),
  ];
  const isMore =
    (below?.length ?? 0) > (names?.length ?? 0) ||
    (choice.sub_categories ?? []).some(({ sub_categories = [] }) => sub_categories.length > 0);
  return {
    ...(id !== undefined && { id }),
    name: whole(choice.name ?? (person || (email ?? ''))),
    ...(email !== undefined && { email: whole(email) }),
    ...(kind === 'fields' && { kind: choice.kind, state, required }),
    ...(names && { names }),
    ...(isMore && { more: true }),
  };
}

/** Other tools take a name only as it is. */
function whole(name: string): string {
  return shortened(name, MAX_NAME_SHOWN);
}

function noSuchName(): OperationAnswer {
  const error = 'There is no choice of this name.';
  return { status: 404, etag: null, body: { error, code: 'name_not_found' } };
}

function subNamesOf({ sub_categories }: Choice): string[] | undefined {
  return sub_categories?.map(({ name }) => name ?? '');
}

export const choiceTools: readonly AnyTool[] = [listChoices];
