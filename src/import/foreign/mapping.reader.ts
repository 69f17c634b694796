import { parseDocument } from 'yaml';
import { z } from 'zod';
import { yamlMistakeOf } from '../../kernel/formats/yaml-mistake.js';
import { checkEmail } from '../../kernel/checks.js';
import { definedOnly } from '../../kernel/objects.js';
import { messageOf } from '../../kernel/errors.js';
import { PRIORITIES } from '../../tickets/rules/properties/stored-ticket.js';
import { UnreadableSourceError } from '../own/source-record.js';
import type { ForeignSystem } from './foreign-ticket.js';

const text = z.string({ error: 'must be a text: put numbers and words such as yes in quotes' }).min(1);
const NO_TABLE = { error: 'must be a mapping of keys and values' };
/** Maps a name in the other system to the name here. Null leaves it out. */
const table = z.record(z.string(), text.nullable(), NO_TABLE);

const mappingSchema = z.strictObject(
  {
    statuses: z.record(z.string(), text, { error: 'must be a mapping without empty values' }),
    priorities: z.record(
      z.string(),
      z.enum(PRIORITIES, { error: `must be one of ${PRIORITIES.join(', ')}` }).nullable(),
      NO_TABLE,
    ),
    /** Maps types of tickets to categories. */
    types: table,
    groups: table,
    assignees: table,
    /** Maps the id or the name of a custom field of the other system to a field here. */
    fields: table,
    /** Maps a value or a label of the other system, for each field here. */
    options: z.record(z.string(), table, NO_TABLE),
    /** A ticket whose requester has no known address gets this customer. */
    requester_without_address: z.custom<string>(
      (value) => checkEmail(value) === null,
      'must be an e-mail address',
    ),
    missing_subject: text,
  },
  NO_TABLE,
);

type MappingFile = z.infer<typeof mappingSchema>;

/** Says how tickets of another system become tickets of a workspace. */
export type Mapping = Readonly<Omit<MappingFile, 'requester_without_address'>> & {
  readonly requester_without_address: string | null;
};

const EMPTY = { groups: {}, assignees: {}, fields: {}, options: {}, requester_without_address: null };

/** Holds the mappings that need no mapping file. docs/importing.md shows these tables. */
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
    // Zendesk itself has written these comments.
    assignees: { '-1': null },
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

/** Adds the tables of a mapping file to the default tables. @throws UnreadableSourceError with every mistake of the file */
export function readMapping(system: ForeignSystem['name'], file: string | null): Mapping {
  const defaults = DEFAULT_MAPPINGS[system];
  if (file === null) return defaults;
  const parsed = mappingSchema.partial().safeParse(parseYaml(file) ?? {});
  if (!parsed.success)
    throw new UnreadableSourceError(`is no mapping: ${parsed.error.issues.map(mistakeOf).join('; ')}`);
  const own = definedOnly(parsed.data);
  return {
    ...defaults,
    ...own,
    statuses: { ...defaults.statuses, ...own.statuses },
    priorities: { ...defaults.priorities, ...own.priorities },
    types: { ...defaults.types, ...own.types },
    assignees: { ...defaults.assignees, ...own.assignees },
  };
}

function parseYaml(text: string): unknown {
  const document = parseDocument(text);
  const [mistake] = document.errors;
  if (mistake) throw new UnreadableSourceError(`is not YAML: ${yamlMistakeOf(mistake.message)}`);
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
