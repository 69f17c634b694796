import { ShardedFunction } from '../platform/database/trigger-function.js';

/** The word of a workspace begins with a sign that no word of a text can have. It is made of the last bytes of the id, which are random. */
export const SEARCH_WALL = `CREATE FUNCTION search_wall(workspace uuid) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN '#' || encode(substring(uuid_send(workspace) FROM 8 FOR 9), 'base64')`;

/** Both functions run as the owner of the tables, whatever the caller has set. They take the workspace from the transaction. */
const AS_OWNER = `STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp SET enable_seqscan = off`;

const WORKSPACE = `workspace uuid := nullif(current_setting('app.workspace_id', true), '')::uuid;`;

/** The function looks at up to this number of candidates one by one, by the primary key. For more, it finds all texts of the next term by the index. */
const FEW = 2_000;
/** A term with so few texts is rare enough: the function does not look for a rarer one. */
const VERY_FEW = 100;

/** SQL for the texts of the workspace that match `query`, which demands the word of the workspace. */
type Texts = (query: string) => string;

/**
 * On one server the index of words is the only one that the inner SELECT can use, because OFFSET keeps the workspace out of it: by old
 * statistics PostgreSQL would take a large workspace for a small one and read all of it.
 */
const FOUND: Texts = (
  query,
) => `(SELECT workspace_id, ticket_number FROM public.search_texts WHERE words @@ ${query} OFFSET 0)
        AS text WHERE text.workspace_id = workspace`;

/** A cluster must see the workspace to know the server. */
const FOUND_ON_SHARD: Texts = (query) =>
  `public.search_texts AS text WHERE text.workspace_id = workspace AND text.words @@ ${query}`;

/** SQL for the candidates of which a text matches `query`, one by one. */
const hasMatch = (query: string): string => `EXISTS (SELECT FROM (
          SELECT text.words FROM public.search_texts AS text
          WHERE text.workspace_id = workspace AND text.ticket_number = candidate OFFSET 0) AS own
        WHERE own.words @@ ${query})`;

/** Finds the rarest of several terms. It counts a part of the texts of each term only, so that this does not take long. */
const rarestTerm = (texts: Texts): string => `
    FOR place IN 1 .. cardinality(terms) LOOP
      EXIT WHEN cardinality(terms) = 1;
      term := terms[place];
      found := (SELECT count(*) FROM (SELECT FROM ${texts('term')} LIMIT ${FEW + 1}) AS probed);
      IF found = 0 THEN RETURN; END IF;
      IF fewest IS NULL OR found < fewest THEN fewest := found; rarest := place; END IF;
      EXIT WHEN fewest <= ${VERY_FEW};
    END LOOP;
    term := terms[rarest];`;

/** Leaves the candidates that have all other terms. */
const withOtherTerms = (texts: Texts): string => `
    FOR place IN 1 .. cardinality(terms) LOOP
      CONTINUE WHEN place = rarest;
      term := terms[place];
      IF cardinality(candidates) <= ${FEW} THEN
        candidates := ARRAY(SELECT candidate FROM unnest(candidates) AS candidate WHERE ${hasMatch('term')});
      ELSE
        candidates := ARRAY(SELECT unnest(candidates) INTERSECT SELECT text.ticket_number FROM ${texts('term')});
      END IF;
    END LOOP;`;

/** Returns the candidates that have none of the unwanted terms. */
const withoutUnwanted = (texts: Texts): string => `
    FOREACH term IN ARRAY coalesce(unwanted, '{}')::tsquery[] LOOP
      none := coalesce(none || term, term);
    END LOOP;
    IF none IS NULL THEN
      RETURN QUERY SELECT unnest(candidates);
    ELSIF cardinality(candidates) <= ${FEW} THEN
      RETURN QUERY SELECT candidate FROM unnest(candidates) AS candidate WHERE NOT ${hasMatch('none')};
    ELSE
      term := wall && none;
      RETURN QUERY SELECT unnest(candidates) EXCEPT SELECT text.ticket_number FROM ${texts('term')};
    END IF;`;

/**
 * Finds the tickets that have all wanted terms, each in any of its texts, and no unwanted one. A term is the text of a tsquery. Whatever it
 * says, it finds nothing of another workspace, because it is looked for together with the word of this one.
 */
const ticketsBody = (texts: Texts): string => `
  DECLARE
    ${WORKSPACE}
    wall tsquery := quote_literal(public.search_wall(workspace))::tsquery;
    terms tsquery[] := ARRAY(SELECT wall && wish::tsquery FROM unnest(wanted) AS wish);
    term tsquery;
    none tsquery;
    found integer;
    fewest integer;
    rarest integer := 1;
    candidates integer[];
  BEGIN
    IF workspace IS NULL OR cardinality(terms) = 0 THEN RETURN; END IF;${rarestTerm(texts)}
    candidates := ARRAY(SELECT DISTINCT text.ticket_number FROM ${texts('term')});${withOtherTerms(texts)}${withoutUnwanted(texts)}
  END `;

export const searchTickets = new ShardedFunction(
  'search_tickets',
  `FUNCTION search_tickets(wanted text[], unwanted text[]) RETURNS SETOF integer LANGUAGE plpgsql ${AS_OWNER} AS`,
  { onOne: ticketsBody(FOUND), onShards: ticketsBody(FOUND_ON_SHARD) },
);

/** Finds the first texts of some tickets that match a term, at most a given number of each, in the order of the conversation. */
const matchesBody = `
  #variable_conflict use_column
  DECLARE
    ${WORKSPACE}
    query tsquery := term::tsquery;
  BEGIN
    RETURN QUERY SELECT asked.number, found.position
      FROM unnest(numbers) AS asked (number) CROSS JOIN LATERAL (
        SELECT own.position FROM (
          SELECT text.position, text.words FROM public.search_texts AS text
          WHERE text.workspace_id = workspace AND text.ticket_number = asked.number OFFSET 0) AS own
        WHERE own.words @@ query ORDER BY own.position LIMIT most) AS found;
  END `;

export const SEARCH_MATCHES = `CREATE FUNCTION search_matches(numbers integer[], term text, most integer)
    RETURNS TABLE (ticket_number integer, "position" integer) LANGUAGE plpgsql ${AS_OWNER} AS $$${matchesBody}$$`;
