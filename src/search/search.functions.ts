import { ShardedFunction } from '../platform/database/trigger-function.js';

/** The word of a workspace begins with a sign that no word of a text can have. It is made from the last bytes of the id, which are random. */
export const SEARCH_WALL = `CREATE FUNCTION search_wall(workspace uuid) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN '#' || encode(substring(uuid_send(workspace) FROM 8 FOR 9), 'base64')`;

/** Both functions run as the owner of the tables, whatever the caller has set. They take the workspace from the transaction. */
const AS_OWNER = `STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp SET enable_seqscan = off`;

const WORKSPACE = `workspace uuid := nullif(current_setting('app.workspace_id', true), '')::uuid;`;

/** The function looks at up to this number of candidates one by one, by the primary key. For more, it finds all texts of the next term by the index. */
const FEW = 2_000;
/** A term with so few texts is rare enough: the function does not look for a rarer one. */
const VERY_FEW = 100;

/** The parts of a body that differ between one server and the shards of a cluster. */
interface SearchForm {
  /** Declares what the form needs. */
  readonly declared: string;
  /** The table of texts, with or without a name for its rows. */
  readonly table: (named?: 'AS text') => string;
  /** Names a variable of the function in a statement. */
  readonly value: (name: string) => string;
  /** Puts the value of an expression into a variable. */
  readonly put: (variable: string, expression: string) => string;
  /** Returns the rows of a statement. */
  readonly answer: (statement: string) => string;
}

const PLAIN: SearchForm = {
  declared: '',
  table: (named) => ['public.search_texts', named].join(' ').trim(),
  value: (name) => name,
  put: (variable, expression) => `${variable} := ${expression};`,
  answer: (statement) => `RETURN QUERY ${statement};`,
};

/**
 * Citus sends the call to the server of the workspace, and refuses a statement on a distributed table there. So statements name the shard
 * itself. They see no variables: the workspace and `others` go along as values. A call that Citus has not sent has no shard beside it.
 */
const besideShard = (...others: string[]): SearchForm => {
  const variables = ['workspace', ...others];
  const using = `USING ${variables.join(', ')}`;
  return {
    declared: `
    texts text := coalesce(CASE WHEN workspace IS NOT NULL THEN public.shard_of_workspace('search_texts', workspace) END,
      '(SELECT * FROM public.search_texts WHERE workspace_id = $1)');`,
    // A sub-select must have a name.
    table: (named = 'AS text') => `$statement$ || texts || $statement$ ${named}`,
    value: (name) => `($${variables.indexOf(name) + 1})`,
    put: (variable, expression) =>
      `EXECUTE $statement$SELECT ${expression}$statement$ INTO ${variable} ${using};`,
    answer: (statement) => `RETURN QUERY EXECUTE $statement$${statement}$statement$ ${using};`,
  };
};

/**
 * SQL for the texts of the workspace that match `query`, which demands the word of the workspace. The index of words is the only one that
 * the inner SELECT can use, because OFFSET keeps the workspace out of it: because of old statistics, PostgreSQL would mistake a large
 * workspace for a small one and read all of it.
 */
const found = ({ table, value }: SearchForm, query: string): string =>
  `(SELECT workspace_id, ticket_number FROM ${table()} WHERE words @@ ${value(query)} OFFSET 0)
        AS text WHERE text.workspace_id = ${value('workspace')}`;

/** SQL for the candidates of which a text matches `query`, one by one. */
const hasMatch = ({ table, value }: SearchForm, query: string): string => `EXISTS (SELECT FROM (
          SELECT text.words FROM ${table('AS text')}
          WHERE text.workspace_id = ${value('workspace')} AND text.ticket_number = candidate OFFSET 0) AS own
        WHERE own.words @@ ${value(query)})`;

/** Finds the rarest of several terms. It counts a part of the texts of each term only, so that this does not take long. */
const rarestTerm = (form: SearchForm): string => `
    FOR place IN 1 .. cardinality(terms) LOOP
      EXIT WHEN cardinality(terms) = 1;
      term := terms[place];
      ${form.put('found', `(SELECT count(*) FROM (SELECT FROM ${found(form, 'term')} LIMIT ${FEW + 1}) AS probed)`)}
      IF found = 0 THEN RETURN; END IF;
      IF fewest IS NULL OR found < fewest THEN fewest := found; rarest := place; END IF;
      EXIT WHEN fewest <= ${VERY_FEW};
    END LOOP;
    term := terms[rarest];`;

/** Leaves the candidates that have all other terms. */
const withOtherTerms = (form: SearchForm): string => {
  const candidates = form.value('candidates');
  const each = `ARRAY(SELECT candidate FROM unnest(${candidates}) AS candidate WHERE ${hasMatch(form, 'term')})`;
  const all = `ARRAY(SELECT unnest(${candidates}) INTERSECT SELECT text.ticket_number FROM ${found(form, 'term')})`;
  return `
    FOR place IN 1 .. cardinality(terms) LOOP
      CONTINUE WHEN place = rarest;
      term := terms[place];
      IF cardinality(candidates) <= ${FEW} THEN
        ${form.put('candidates', each)}
      ELSE
        ${form.put('candidates', all)}
      END IF;
    END LOOP;`;
};

/** Returns the candidates that have none of the unwanted terms. */
const withoutUnwanted = (form: SearchForm): string => {
  const candidates = form.value('candidates');
  const each = `SELECT candidate FROM unnest(${candidates}) AS candidate WHERE NOT ${hasMatch(form, 'none')}`;
  const all = `SELECT unnest(${candidates}) EXCEPT SELECT text.ticket_number FROM ${found(form, 'term')}`;
  return `
    FOREACH term IN ARRAY coalesce(unwanted, '{}')::tsquery[] LOOP
      none := coalesce(none || term, term);
    END LOOP;
    IF none IS NULL THEN
      RETURN QUERY SELECT unnest(candidates);
    ELSIF cardinality(candidates) <= ${FEW} THEN
      ${form.answer(each)}
    ELSE
      term := wall && none;
      ${form.answer(all)}
    END IF;`;
};

/**
 * Finds the tickets that have all wanted terms, each in any of its texts, and no unwanted one. A term is the text of a tsquery. Whatever it
 * says, it finds nothing of another workspace, because it is looked for together with the word of this one.
 */
const ticketsBody = (form: SearchForm): string => `
  DECLARE
    ${WORKSPACE}${form.declared}
    wall tsquery := quote_literal(public.search_wall(workspace))::tsquery;
    terms tsquery[] := ARRAY(SELECT wall && wish::tsquery FROM unnest(wanted) AS wish);
    term tsquery;
    none tsquery;
    found integer;
    fewest integer;
    rarest integer := 1;
    candidates integer[];
  BEGIN
    IF workspace IS NULL OR cardinality(terms) = 0 THEN RETURN; END IF;${rarestTerm(form)}
    ${form.put('candidates', `ARRAY(SELECT DISTINCT text.ticket_number FROM ${found(form, 'term')})`)}${withOtherTerms(form)}${withoutUnwanted(form)}
  END `;

export const searchTickets = new ShardedFunction(
  'search_tickets',
  `FUNCTION search_tickets(wanted text[], unwanted text[]) RETURNS SETOF integer LANGUAGE plpgsql ${AS_OWNER} AS`,
  {
    onOne: ticketsBody(PLAIN),
    onShards: ticketsBody(besideShard('term', 'none', 'candidates')),
  },
);

/** Finds the first texts of some tickets that match a term, at most a given number of each, in the order of the conversation. */
const matchesBody = ({ declared, table, value, answer }: SearchForm): string => `
  #variable_conflict use_column
  DECLARE
    ${WORKSPACE}${declared}
    query tsquery := term::tsquery;
  BEGIN
    ${answer(`SELECT asked.number, found.position
      FROM unnest(${value('numbers')}) AS asked (number) CROSS JOIN LATERAL (
        SELECT own.position FROM (
          SELECT text.position, text.words FROM ${table('AS text')}
          WHERE text.workspace_id = ${value('workspace')} AND text.ticket_number = asked.number OFFSET 0) AS own
        WHERE own.words @@ ${value('query')} ORDER BY own.position LIMIT ${value('most')}) AS found`)}
  END `;

export const searchMatches = new ShardedFunction(
  'search_matches',
  `FUNCTION search_matches(numbers integer[], term text, most integer)
    RETURNS TABLE (ticket_number integer, "position" integer) LANGUAGE plpgsql ${AS_OWNER} AS`,
  {
    onOne: matchesBody(PLAIN),
    onShards: matchesBody(besideShard('query', 'numbers', 'most')),
  },
);
