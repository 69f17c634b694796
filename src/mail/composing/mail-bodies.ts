import { escapeHtml } from '../../kernel/text.js';
import { ENGLISH } from './mail.texts.js';
import { plainTextOf } from './plain-text.js';

export interface MailBodies {
  readonly html: string;
  readonly text: string;
}

export interface MailFrame {
  readonly subject: string;
  /** The plain text that a workspace puts below everything else. */
  readonly footer: string | null;
}

export function noticeBodies(paragraphs: readonly string[], frame: MailFrame): MailBodies {
  const html = paragraphs.map((text) => paragraphOf(text)).join('\n');
  return framed({ html, text: paragraphs.join('\n\n') }, [], frame);
}

/** Puts lines of the service below the words of an agent. `content` is cleaned HTML. */
export function replyBodies(content: string, below: readonly string[], frame: MailFrame): MailBodies {
  return framed({ html: content, text: plainTextOf(content) }, below, frame);
}

function framed({ html, text }: MailBodies, lines: readonly string[], frame: MailFrame): MailBodies {
  const footer = frame.footer?.replace(/\r\n?/g, '\n').trim();
  const below = footer === undefined ? lines : [...lines, footer];
  const signature = below.length === 0 ? '' : `\n-- \n${below.join('\n')}\n`;
  return { html: page(html, below, frame.subject), text: `${text}\n${signature}` };
}

const FONT = "font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const QUIET = 'margin-top:32px;padding-top:8px;border-top:1px solid #c4c4c4;font-size:14px;color:#6b6b6b';
const SHEET = `img { max-width: 100%; height: auto } pre { white-space: pre-wrap }
@media (prefers-color-scheme: dark) { .quiet { color: #a8a8a8 !important } }`;

/** Fills the one template of all mails. Styles are attributes of their elements, because many mail programs know no others. */
function page(words: string, below: readonly string[], title: string): string {
  const lines = below.map((text) => paragraphOf(text, ' style="margin:8px 0"')).join('\n');
  const quiet = below.length === 0 ? '' : `\n<div class="quiet" style="${QUIET}">\n${lines}\n</div>`;
  return `<!DOCTYPE html>
<html lang="${ENGLISH.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<style>${SHEET}</style>
</head>
<body style="margin:0;padding:16px">
<div style="max-width:600px;margin:0 auto;${FONT};overflow-wrap:break-word">
<div dir="auto">
${words}
</div>${quiet}
</div>
</body>
</html>
`;
}

const paragraphOf = (text: string, style = ''): string =>
  text
    .split(/\n{2,}/)
    .map((paragraph) => `<p${style}>${escapeHtml(paragraph).replaceAll('\n', '<br>\n')}</p>`)
    .join('\n');
