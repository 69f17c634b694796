import { definedOnly } from '../../kernel/objects.js';
import { foldEmail } from '../../kernel/text.js';
import type { ForeignComment, ForeignPerson } from './foreign-ticket.js';
import type { Mapping } from './mapping.reader.js';
import { counterpart, type Translation } from './translator.rules.js';

/** A comment as a line of an import has it, null when it is left out, and the translations that made it. */
export interface TranslatedComment {
  readonly comment: object | null;
  readonly translations: readonly Translation[];
}

/** Who wrote a comment; the address is undefined when nobody here has written it. */
interface TranslatedAuthor {
  readonly email: string | null | undefined;
  readonly isAgent: boolean;
}

/** Translates comments of another system: their authors are members and customers here. */
export class CommentTranslator {
  /** `members` are folded addresses of members, also of removed ones. `source` is the name of the other system. */
  constructor(
    private readonly mapping: Mapping,
    private readonly members: ReadonlySet<string>,
    private readonly source: string,
  ) {}

  translate(comment: ForeignComment): TranslatedComment {
    if (comment.content === null)
      return { comment: null, translations: [{ kind: 'comment', from: 'without text', to: null }] };
    const { email, isAgent } = this.authorOf(comment);
    const isKnown = typeof email === 'string';
    const isPlain = isKnown && email === comment.author.email;
    const translations: Translation[] = isPlain
      ? []
      : [{ kind: 'author', from: shownPerson(comment.author), to: email }];
    if (!isKnown) return { comment: null, translations };
    const line = {
      author_email: email,
      author_name: isAgent ? undefined : (comment.author.name ?? undefined),
      author_type: isAgent ? 'agent' : 'customer',
      comment_type: comment.isNote ? 'note' : 'reply',
      content: comment.content,
      created_at: comment.createdAt ?? undefined,
      message_id: `${this.source}:${comment.id}`,
    };
    return { comment: definedOnly(line), translations };
  }

  /** A former agent who is no member here is no customer either: somebody has to say who that is. */
  private authorOf({ author, isOfAgent, isNote }: ForeignComment): TranslatedAuthor {
    const { id, email } = author;
    const isMember = (address: string): boolean => this.members.has(foldEmail(address));
    const named = counterpart({ id, name: email }, this.mapping.assignees, isMember);
    if (named !== undefined) return { email: named, isAgent: true };
    if (isNote || isOfAgent === true) return { email: undefined, isAgent: true };
    return { email: email ?? this.mapping.requester_without_address ?? undefined, isAgent: false };
  }
}

function shownPerson({ id, email }: ForeignPerson): string {
  return email === null ? id : `${email} (${id})`;
}
