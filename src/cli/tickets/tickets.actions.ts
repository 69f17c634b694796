import { ConversationsModule } from '../../conversations/conversations.module.js';
import { CommentWriterService } from '../../conversations/comment-writer.service.js';
import { toCommentDto } from '../../conversations/comment.presenter.js';
import { htmlOf } from '../../import/foreign/foreign-ticket.js';
import { checkDescription } from '../../tickets/rules/description.rules.js';
import { readText, STDIN } from '../files.js';
import type { Terminal, JsonOption } from '../output/terminal.js';
import { withWorkspace } from '../session.js';
import { withoutHash } from './ticket-reference.js';

interface ReplyOptions extends JsonOption {
  readonly as: string;
  readonly text?: string;
  readonly note?: true;
}

/** Adds a comment of a member, as the API does, and prints its id, or with `--json` the comment. */
export async function replyToTicket(
  terminal: Terminal,
  subdomain: string,
  reference: string,
  { as: authorEmail, text, note, json }: ReplyOptions,
): Promise<void> {
  const content = htmlOf(text ?? (await readText(terminal, STDIN)));
  const problem = checkDescription(content);
  const entry = {
    ...{ authorEmail, authorType: 'agent' as const, content, mentions: [], attachments: [], isSilent: false },
    commentType: note ? ('note' as const) : ('reply' as const),
  };
  const problems = problem === null ? [] : [{ path: 'content', message: problem }];
  const { comment } = await withWorkspace(terminal, subdomain, [ConversationsModule], ({ app, scope }) =>
    app.get(CommentWriterService).create(scope, withoutHash(reference), { value: entry, problems }),
  );
  if (json) terminal.printJson(toCommentDto(comment));
  else terminal.print(comment.id);
  terminal.say(`${note ? 'Added a note' : 'Replied'} to ticket ${reference} as ${authorEmail}.`);
}
