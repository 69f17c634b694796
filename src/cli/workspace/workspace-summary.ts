import { hasOptions } from '../../fields/field.kinds.js';
import type { FieldRow } from '../../fields/field.rules.js';
import { pathOfForm } from '../../forms/settings/form.rules.js';
import { pictureIn } from '../../forms/settings/look.rules.js';
import { personName } from '../../kernel/text.js';
import { toCategoryDocuments, type CategoryDocument } from '../../workspaces/workspace.mapper.js';
import type { WorkspaceDetails } from '../../workspaces/workspace-list.js';

const TITLE_WIDTH = 16;

/** Describes the contents of a workspace for people. Only the JSON has ids. */
export function summaryOf(
  details: WorkspaceDetails,
  urlOf: (path: string) => string,
  node: string | null = null,
): string[] {
  const { workspace } = details;
  const lines = [
    ...section('Workspace', [`${workspace.subdomain} (${workspace.name})`]),
    ...section('Id', [workspace.id]),
    ...(node === null ? [] : section('Node', [node])),
    ...(workspace.suspendedAt === null ? [] : section('Suspended', [workspace.suspendedAt.toISOString()])),
    ...section('Knowledge base', [workspace.knowledgeBaseName]),
    ...section('Requests', [limitOf(workspace.requestsPerMinute)]),
    ...section('Mail from', [workspace.mailFrom ?? '']),
    ...section('Answers to', [answersLine(workspace)]),
    ...section('Below mail', (workspace.mailFooter ?? '').split('\n')),
    ...section('Blocked', workspace.blockedSenders ?? []),
    ...section('Mail relays', workspace.mailRelays ?? []),
    ...section('Colour', [workspace.colour ?? '']),
    ...section('Logo', [logoLine(workspace.logo)]),
    ...section('Statuses', [details.statuses.map(({ name }) => name).join(', ')]),
    ...section('Categories', toCategoryDocuments(details.categories).flatMap(categoryLines)),
    ...section('Groups', [details.groups.map(({ name }) => name).join(', ')]),
    ...section('Team members', details.teamMembers.map(memberLine)),
    ...section('Companies', [details.companies.map(({ name }) => name).join(', ')]),
    ...section('Fields', details.fields.map(fieldLine)),
    ...section(
      'Forms',
      details.forms.map(({ title, slug, isEnabled }) =>
        isEnabled ? `${title}: ${urlOf(pathOfForm(slug))}` : `${title} (${slug}, disabled)`,
      ),
    ),
  ];
  return lines.map((line) => line.trimEnd());
}

function section(title: string, lines: readonly string[]): string[] {
  const shown = lines.filter((line) => line !== '');
  return (shown.length === 0 ? ['-'] : shown).map(
    (line, index) => (index === 0 ? title : '').padEnd(TITLE_WIDTH) + line,
  );
}

function answersLine({ mailFrom, replyTo, replyAddress }: WorkspaceDetails['workspace']): string {
  const address = replyTo ?? mailFrom ?? '';
  return replyAddress === 'plus' ? address.replace(/(?=@[^@]*$)/, '+t<ticket>.<signature>') : address;
}

function logoLine(uri: string | null): string {
  const logo = uri === null ? null : pictureIn(uri);
  return logo === null ? '' : `${logo.contentType}, ${logo.bytes.length} bytes`;
}

function limitOf(requestsPerMinute: number | null): string {
  return requestsPerMinute === null ? 'default' : `at most ${requestsPerMinute} a minute with each key`;
}

function categoryLines(category: CategoryDocument): string[] {
  return [category.name, ...category.sub_categories.flatMap(categoryLines).map((line) => `  ${line}`)];
}

function memberLine(member: WorkspaceDetails['teamMembers'][number]): string {
  const { email, firstName, lastName, role, removedAt, groups } = member;
  const about = [removedAt === null ? role : 'removed', ...groups.map(({ name }) => name)];
  const name = personName(firstName, lastName);
  return `${name === null ? '' : `${name} `}<${email}> (${about.join(', ')})`;
}

function fieldLine(field: FieldRow): string {
  const options = hasOptions(field.kind) ? `: ${field.options.map(({ label }) => label).join(', ')}` : '';
  return `${field.name} (${field.kind}${field.state === 'active' ? '' : `, ${field.state}`})${options}`;
}
