import { withSources } from '../kernel/formats/picture-sources.js';
import type { AttachmentId } from '../kernel/ids.js';
import { MAX_CONTENT_ID_LENGTH } from './attachment.limits.js';
import type { AttachmentRow } from './attachment.row.js';

const CID = /^cid:/i;
const CID_ANYWHERE = /"cid:/i;
const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const OWN = new RegExp(`^cid:(${UUID})$`);

/** The path of a file at the address of the API, or of another one. */
export const attachmentPath = (id: string, base = '/api/external/v2'): string => `${base}/attachments/${id}`;

/** Phones write `<photo(1)>`, and hosts may be addresses in brackets. Quotes, angles and `&` would need an escape in HTML. */
const NAMEABLE = /^[\w.!#$%()*+,/:;=?@[\]^{|}~-]+$/;

/** Reads a content id, without the brackets of mails: `<a@b>` is `a@b`. Null for any other text. */
export function contentIdOf(sent: string): string | null {
  const id = sent.trim().replace(/^<(.*)>$/, '$1');
  return id.length <= MAX_CONTENT_ID_LENGTH && NAMEABLE.test(id) ? id : null;
}

/** Replaces `cid:<content id>` by `cid:<id of the attachment>`, so that readers need not look it up. */
export function withStoredIds(
  html: string,
  attachments: readonly Pick<AttachmentRow, 'id' | 'contentId'>[],
): string {
  if (attachments.length === 0 || !namesAttachments(html)) return html;
  const ids = new Map(attachments.map(({ id, contentId }) => [contentId, id]));
  return withSources(html, (source) => {
    const id = CID.test(source) ? ids.get(unescaped(source.slice('cid:'.length))) : undefined;
    return id === undefined ? null : ` src="cid:${id}"`;
  });
}

/** Replaces `cid:<id of the attachment>` by the address that `urlOf` gives to it. */
export function withUrls(html: string, urlOf: (id: string) => string | null): string {
  if (!namesAttachments(html)) return html;
  return withSources(html, (source) => {
    const [, id] = OWN.exec(source) ?? [];
    const url = id === undefined ? null : urlOf(id);
    return url === null ? null : ` src="${escaped(url)}"`;
  });
}

/** Undoes `withUrls` in HTML that a reader sends back as it was shown. */
export function withoutUrls(html: string, urlOf: (id: string) => string | null): string {
  const base = urlOf('');
  if (base === null || !html.includes(escaped(base))) return html;
  return withSources(html, (source) => {
    const id = source.startsWith(escaped(base)) ? source.slice(escaped(base).length) : '';
    return OWN.test(`cid:${id}`) ? ` src="cid:${id}"` : null;
  });
}

export function isInline(html: string, id: AttachmentId): boolean {
  return html.includes(`"cid:${id}"`);
}

export function namesAttachments(html: string): boolean {
  return CID_ANYWHERE.test(html);
}

function escaped(url: string): string {
  return url.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
}

function unescaped(source: string): string {
  const text = source.replaceAll('&amp;', '&');
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
