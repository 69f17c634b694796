import { composedTenantStatement, type Statement } from '../tenancy/statement.js';
import type { VocabularyRequest } from './ticket-vocabulary.js';

/**
 * The vocabulary in one row: `statuses`, `groups`, `assignees`, `categories` and `fields`. The text reads what is wanted and nothing
 * else: PostgreSQL prepares for every look-up that a text has, in each run, which takes longer than those that are needed.
 */
export function vocabularyStatement(request: VocabularyRequest): {
  readonly statement: Statement;
  /** What comes behind the workspace. */
  readonly values: readonly unknown[];
} {
  const all = request === 'all';
  const wanted = all ? {} : request;
  const values: unknown[] = [];
  /** A condition on a name, where some are wanted; null where none is. */
  const among = (column: string, names: readonly string[] = []): string | null => {
    if (all) return 'true';
    return names.length === 0 ? null : `${column} = ANY ($${values.push(names) + 1}::text[])`;
  };
  const parts = [
    named('statuses', 'ticket_statuses', 'name', among('name', wanted.statuses)),
    named('groups', 'groups', 'name', among('name', wanted.groups)),
    named(
      'assignees',
      'team_members',
      'email_key',
      among('email_key', wanted.assignees),
      'removed_at IS NULL',
    ),
    categories(all || wanted.categories === true),
    fields(among('field.name', wanted.fields), wanted.removedOptions === true),
  ];
  const text = `SELECT ${parts.join(', ')}`;
  const statement = statements.get(text) ?? composedTenantStatement('tickets.vocabulary', text);
  statements.set(text, statement);
  return { statement, values };
}

/** By their text. */
const statements = new Map<string, Statement>();

function named(part: string, table: string, name: string, wanted: string | null, always = 'true'): string {
  if (wanted === null) return nothing(part);
  return `ARRAY(SELECT jsonb_build_array(${name}, id) FROM ${table}
    WHERE workspace_id = $1 AND ${always} AND ${wanted}) AS ${part}`;
}

function categories(areWanted: boolean): string {
  if (!areWanted) return nothing('categories');
  return `ARRAY(SELECT jsonb_build_object('id', id, 'parentId', parent_id, 'name', name) FROM ticket_categories
    WHERE workspace_id = $1) AS categories`;
}

/** Those that are wanted, and always those that closing a ticket needs. */
function fields(wanted: string | null, withRemovedOptions: boolean): string {
  return `ARRAY(SELECT jsonb_build_object('id', field.id, 'name', field.name, 'kind', field.kind,
      'isRequiredForClosing', field.is_required_for_agent_when_closing_ticket,
      'options', (SELECT coalesce(jsonb_agg(jsonb_build_object('id', o.id, 'label', o.label)
                                  ORDER BY o.display_order, o.id), '[]')
                  FROM ticket_field_options o
                  WHERE o.workspace_id = $1 AND o.field_id = field.id${withRemovedOptions ? '' : ' AND o.removed_at IS NULL'}))
    FROM ticket_fields field
    WHERE field.workspace_id = $1 AND field.state = 'active'
      AND (field.is_required_for_agent_when_closing_ticket${wanted === null ? '' : ` OR ${wanted}`})
    ORDER BY field.display_order, field.created_at, field.id) AS fields`;
}

function nothing(part: string): string {
  return `ARRAY[]::jsonb[] AS ${part}`;
}
