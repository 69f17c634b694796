import type { ImportedComment } from '../../conversations/import/comment-batch.rules.js';
import { MAX_COMMENTS, MAX_MESSAGE_ID_LENGTH, showsNothing } from '../../conversations/comment.rules.js';
import {
  checkDateTime,
  checkEmail,
  checkLine,
  checkList,
  checkObject,
  checkOneOf,
  checkText,
  type Check,
} from '../../kernel/checks.js';
import { definedOnly } from '../../kernel/objects.js';
import type { FieldProblem } from '../../kernel/errors.js';
import { inOneLine } from '../../kernel/text.js';
import { CleanDescription, MAX_DESCRIPTION_BYTES } from '../../tickets/rules/description.rules.js';

const orNull = (check: Check): Check => {
  return (value) => (value === null ? null : check(value));
};

/** Checks the shape of each property of a comment. Null leaves a property out. */
const COMMENT_CHECKS = {
  author_email: checkEmail,
  author_name: orNull((value) => checkLine(value, { max: 255 })),
  author_type: orNull((value) => checkOneOf(value, ['agent', 'customer'])),
  comment_type: orNull((value) => checkOneOf(value, ['reply', 'note'])),
  content: (value) => checkText(value, { maxBytes: MAX_DESCRIPTION_BYTES, blank: 'refused' }),
  created_at: orNull(checkDateTime),
  message_id: orNull((value) => checkLine(value, { max: MAX_MESSAGE_ID_LENGTH, blank: 'refused' })),
} as const satisfies Readonly<Record<string, Check>>;

interface SentComment {
  readonly author_email: string;
  readonly author_name?: string | null;
  readonly author_type?: 'agent' | 'customer' | null;
  readonly comment_type?: 'reply' | 'note' | null;
  readonly content: string;
  readonly created_at?: string | null;
  readonly message_id?: string | null;
}

const REQUIRED = ['author_email', 'content'] as const;

/** Holds the sound comments of a record in their order, and the problems of the others. Contents are not cleaned yet. */
export interface ReadComments {
  readonly comments: readonly ImportedComment[];
  readonly problems: readonly FieldProblem[];
}

export function readComments(sent: unknown): ReadComments {
  const problem = checkList(sent, { max: MAX_COMMENTS, of: 'comments' });
  if (problem !== null) return { comments: [], problems: [{ path: 'comments', message: problem }] };
  return merged((sent as readonly unknown[]).map((each, index) => readComment(each, `comments[${index}]`)));
}

export function merged(read: readonly ReadComments[]): ReadComments {
  return {
    comments: read.flatMap(({ comments }) => comments),
    problems: read.flatMap(({ problems }) => problems),
  };
}

/** Reads one comment. Its problems get paths below `path`. */
export function readComment(sent: unknown, path: string): ReadComments {
  const problem = checkObject(sent);
  if (problem !== null) return { comments: [], problems: [{ path, message: problem }] };
  const values: Record<string, unknown> = { ...(sent as object) };
  if (typeof values['author_name'] === 'string') values['author_name'] = inOneLine(values['author_name']);
  const missing = REQUIRED.filter((name) => (values[name] ?? null) === null);
  const problems = [
    ...missing.map((name) => ({ path: `${path}.${name}`, message: 'is required' })),
    ...Object.entries(values)
      .filter(([name]) => !missing.some((required) => required === name))
      .flatMap(([name, value]) => problemOf(name, value, path)),
  ];
  return {
    comments: problems.length === 0 ? [entryOf(values as unknown as SentComment, path)] : [],
    problems,
  };
}

function problemOf(name: string, value: unknown, path: string): FieldProblem[] {
  const message = Object.hasOwn(COMMENT_CHECKS, name)
    ? COMMENT_CHECKS[name as keyof typeof COMMENT_CHECKS](value)
    : 'is not a known property';
  return message === null ? [] : [{ path: `${path}.${name}`, message }];
}

function entryOf(sent: SentComment, path: string): ImportedComment {
  return {
    path,
    authorEmail: sent.author_email,
    authorType: sent.author_type ?? null,
    commentType: sent.comment_type ?? 'reply',
    content: sent.content,
    createdAt: typeof sent.created_at === 'string' ? new Date(sent.created_at) : null,
    messageId: sent.message_id ?? null,
    ...definedOnly({ authorName: sent.author_name ?? undefined }),
  };
}

/** Cleans the contents. Cleaning takes longest, so an import does it ahead of its transaction. */
export function withCleanContents(read: ReadComments): ReadComments {
  const cleaned = read.comments.map((comment) => ({ comment, clean: CleanDescription.of(comment.content) }));
  return {
    comments: cleaned.map(({ comment: { asDescription, ...comment }, clean }) => ({
      ...comment,
      content: clean.html,
      ...(asDescription !== undefined && { asDescription: CleanDescription.of(asDescription).html }),
    })),
    problems: [
      ...read.problems,
      ...cleaned.flatMap(({ comment: { path }, clean: { html, problem } }) => {
        const message = problem ?? (showsNothing(html) ? 'must not be blank' : null);
        return message === null ? [] : [{ path: `${path}.content`, message }];
      }),
    ],
  };
}
