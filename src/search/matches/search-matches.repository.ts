import { Injectable } from '@nestjs/common';
import type { CommentId } from '../../kernel/ids.js';
import { ONCE_ON_PRIMARY, tenantStatement } from '../../platform/tenancy/statement.js';
import type { TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { TenantRepository } from '../../platform/tenancy/tenant.repository.js';

/** A text of a ticket that has words of a search: a comment, or else subject and description. */
export interface FoundText {
  readonly ticketNumber: number;
  /** 0 for the ticket's own text, or the position of the comment. */
  readonly position: number;
  readonly commentId: CommentId | null;
  readonly commentType: 'reply' | 'note' | null;
  /** Null for a comment. */
  readonly subject: string | null;
  /** Cleaned HTML of the description or the comment. */
  readonly html: string;
}

/**
 * Takes numbers of tickets as $2, the text of a tsquery as $3, and the most texts of each ticket as $4. Each row is looked up by itself:
 * among many small workspaces, PostgreSQL mistakes a large one for a small one, and would read all of its comments.
 */
const MATCHES = tenantStatement(
  'search_texts.matches',
  `SELECT found.ticket_number AS "ticketNumber", found.position, c.id AS "commentId", c.comment_type AS "commentType",
     CASE WHEN found.position = 0 THEN t.subject END AS subject, coalesce(c.content, t.description) AS html
   FROM search_matches($2::integer[], $3::text, $4::integer) AS found
   CROSS JOIN LATERAL (
     SELECT t.id, t.subject, t.description FROM tickets t
     WHERE t.workspace_id = $1 AND t.number = found.ticket_number LIMIT 1) t
   LEFT JOIN LATERAL (
     SELECT c.id, c.comment_type, c.content FROM comments c
     WHERE c.workspace_id = $1 AND c.ticket_id = t.id AND c.position = found.position LIMIT 1) c ON true
   ORDER BY found.ticket_number, found.position`,
  ONCE_ON_PRIMARY,
);

@Injectable()
export class SearchMatches extends TenantRepository {
  /** Finds the first `most` texts of each ticket that match the text of a tsquery, by ticket and in order. */
  find(scope: TenantScope, numbers: readonly number[], words: string, most: number): Promise<FoundText[]> {
    return this.query<FoundText>(scope, MATCHES, [numbers, words, most]);
  }
}
