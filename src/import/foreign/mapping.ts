import { parseDocument } from 'yaml';
import { z } from 'zod';
import { checkEmail } from '../../http/validators.js';
import { messageOf } from '../../kernel/thrown.js';
import { PRIORITIES } from '../../tickets/ticket.changes.js';
import { UnreadableSourceError } from '../source-record.js';
import type { ForeignSystem } from './foreign-ticket.js';

/** What another system calls something, to what it is called here; null leaves it out. */
type Table = Readonly<Record<string, string | null>>;

/** How tickets of another system become tickets of a workspace. */
export interface Mapping {
  readonly statuses: Readonly<Record<string, string>>;
  readonly priorities: Table;
  /** Kinds of tickets there, categories here. */
  readonly types: Table;
  readonly groups: Table;
  readonly assignees: Table;
  /** By the id or the name of a custom field there. */
  readonly fields: Table;
  /** By the name of a field here, then by a value or a label there. */
  readonly options: Readonly<Record<string, Table>>;
  /** Whose ticket it is when nobody's address is known. */
  readonly requester_without_address: string | null;
  /** What a ticket without a subject is called. */
  readonly missing_subject: string;
}

const EMPTY = { groups: {}, assignees: {}, fields: {}, options: {}, requester_without_address: null };

/** What goes where without a word from anybody; docs/importing.md shows the same tables. */
const DEFAULT_MAPPINGS: Readonly<Record<ForeignSystem['name'], Mapping>> = {
  zendesk: {
    ...EMPTY,
    statuses: {
      new: 'new',
      open: 'open',
      pending: 'waiting_on_customer',
      hold: 'on_hold',
      solved: 'closed',
      closed: 'closed',
      deleted: 'trash',
    },
    priorities: { low: 'low', normal: 'medium', high: 'high', urgent: 'urgent' },
    types: { question: 'Questions', incident: 'Incident', problem: 'Problem', task: null },
    missing_subject: 'No subject',
  },
  freshdesk: {
    ...EMPTY,
    statuses: {
      '2': 'open',
      '3': 'waiting_on_customer',
      '4': 'closed',
      '5': 'closed',
      spam: 'spam',
      deleted: 'trash',
    },
    priorities: { '1': 'low', '2': 'medium', '3': 'high', '4': 'urgent' },
    types: {
      Question: 'Questions',
      Incident: 'Incident',
      Problem: 'Problem',
      'Feature Request': 'Feature request',
      Refund: 'Refund',
    },
    missing_subject: 'No subject',
  },
};

const text = z.string({ error: 'must be a text: put numbers and words such as yes in quotes' }).min(1);
const table = z.record(z.string(), text.nullable(), { error: 'must be a mapping of keys and values' });

/** The tables of a mapping file; each adds to the default one, or goes before it. */
const mappingSchema = z
  .strictObject({
    statuses: z.record(z.string(), text, { error: 'must be a mapping without empty values' }),
    priorities: z.record(
      z.string(),
      z.enum(PRIORITIES, { error: `must be one of ${PRIORITIES.join(', ')}` }).nullable(),
    ),
    types: table,
    groups: table,
    assignees: table,
    fields: table,
    options: z.record(z.string(), table),
    requester_without_address: z.custom<string>(
      (value) => checkEmail(value) === null,
      'must be an e-mail address',
    ),
    missing_subject: text,
  })
  .partial();

/**
 * The mapping of a system, with what a file says about it.
 * @throws UnreadableSourceError with every mistake of the file
 */
export function readMapping(system: ForeignSystem['name'], file: string | null): Mapping {
  const defaults = DEFAULT_MAPPINGS[system];
  if (file === null) return defaults;
  const parsed = mappingSchema.safeParse(parseYaml(file) ?? {});
  if (!parsed.success)
    throw new UnreadableSourceError(`is no mapping: ${parsed.error.issues.map(mistakeOf).join('; ')}`);
  const own = parsed.data;
  return {
    ...defaults,
    statuses: { ...defaults.statuses, ...own.statuses },
    priorities: { ...defaults.priorities, ...own.priorities },
    types: { ...defaults.types, ...own.types },
    groups: own.groups ?? {},
    assignees: own.assignees ?? {},
    fields: own.fields ?? {},
    options: own.options ?? {},
    requester_without_address: own.requester_without_address ?? null,
    missing_subject: own.missing_subject ?? defaults.missing_subject,
  };
}

function parseYaml(text: string): unknown {
  const document = parseDocument(text);
  const [mistake] = document.errors;
  if (mistake) throw new UnreadableSourceError(`is not YAML: ${mistake.message.split('\n', 1).join('')}`);
  try {
    return document.toJS({ maxAliasCount: 100 });
  } catch (error) {
    throw new UnreadableSourceError(`is not YAML: ${messageOf(error)}`);
  }
}

function mistakeOf(issue: z.core.$ZodIssue): string {
  const path = issue.path.map(String).join('.');
  if (issue.code === 'unrecognized_keys') return `${issue.keys.join(', ')} is not a known key`;
  return `${path === '' ? 'the file' : path} ${issue.message}`;
}
