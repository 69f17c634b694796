import { tenantTable, type SchemaStatements } from '../platform/database/schema.js';
import { SEARCH_WALL, searchMatches, searchTickets } from './search.functions.js';

export const searchSchema: SchemaStatements = [
  // Each workspace whose texts are indexed has a row here, with the version of the rules by which all of them are, or are about to be.
  ...tenantTable(
    'search_states',
    `
      version smallint NOT NULL,
      CONSTRAINT search_states_pkey PRIMARY KEY (workspace_id),
      CONSTRAINT search_states_workspace_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces (id) ON DELETE CASCADE`,
  ),
  // Keeps which texts are to be indexed. The entity explains the columns.
  ...tenantTable(
    'search_work',
    `
      event_position bigint NOT NULL,
      kind text NOT NULL,
      ticket_number integer,
      position integer,
      last_number integer,
      first_comment uuid,
      last_comment uuid,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      CONSTRAINT search_work_pkey PRIMARY KEY (workspace_id, event_position, kind),
      CONSTRAINT search_work_kind_check CHECK (kind IN ('text', 'tickets', 'comments')),
      CONSTRAINT search_work_workspace_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces (id) ON DELETE CASCADE`,
  ),
  // Rows come and go all the time, so each vacuum cleans the index, too.
  'ALTER TABLE search_work SET (vacuum_index_cleanup = on)',
  SEARCH_WALL,
  // Keeps the words of each text, and among them the word of its workspace. Position 0 is the ticket's own text, the others are its comments.
  ...tenantTable(
    'search_texts',
    `
      ticket_number integer NOT NULL,
      position integer NOT NULL,
      version smallint NOT NULL,
      words tsvector NOT NULL,
      CONSTRAINT search_texts_pkey PRIMARY KEY (workspace_id, ticket_number, position),
      CONSTRAINT search_texts_wall_check CHECK (words @@ quote_literal(search_wall(workspace_id))::tsquery),
      CONSTRAINT search_texts_ticket_fkey FOREIGN KEY (workspace_id, ticket_number)
        REFERENCES tickets (workspace_id, number) ON DELETE CASCADE`,
  ),
  'CREATE INDEX search_texts_words_idx ON search_texts USING gin (words)',
  // Under a policy PostgreSQL does not look words up in an index, because the operator could leak. So the functions read as the owner, whom
  // this policy lets see all rows. Nobody else has the right to read the words (docs/search.md).
  'CREATE POLICY search_functions ON search_texts FOR SELECT TO CURRENT_USER USING (true)',
  searchTickets,
  searchMatches,
  'REVOKE ALL ON FUNCTION search_tickets(text[], text[]), search_matches(integer[], text, integer) FROM PUBLIC',
];
