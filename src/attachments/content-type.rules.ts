import { MAX_CONTENT_TYPE_LENGTH } from './attachment.limits.js';

/** What says nothing of the bytes. */
export const UNKNOWN_TYPE = 'application/octet-stream';

/** The pictures that a browser shows and cannot run (extensions, section 16). */
const SHOWN = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif']);

/** These say what is around the content; the client may know better what that is. */
const CONTAINERS = new Set(['application/zip', 'application/xml', 'application/x-cfb', 'application/gzip']);

/** Types that bytes always tell: a client that names one where the bytes say nothing is wrong. */
const ALWAYS_TOLD = /^(?:image|audio|video|font)\/(?!svg\+xml$)|^application\/(?:pdf|zip|gzip)$/;

const MEDIA_TYPE = /^[a-z0-9][a-z0-9!#$&^_.+-]*\/[a-z0-9][a-z0-9!#$&^_.+-]*$/;

/** A type as it is stored, in lower case and without parameters; null when it is none. */
export function mediaTypeOf(sent: string): string | null {
  const [type = ''] = sent.split(';', 1);
  const name = type.trim().toLowerCase();
  return name.length <= MAX_CONTENT_TYPE_LENGTH && MEDIA_TYPE.test(name) ? name : null;
}

/** What a file is called: what its bytes say, and where they say little, what the client says. */
export function contentTypeOf(declared: string, detected: string | null): string {
  const claimed = ALWAYS_TOLD.test(declared) ? UNKNOWN_TYPE : declared;
  if (detected === null) return claimed;
  return CONTAINERS.has(detected) && claimed !== UNKNOWN_TYPE ? claimed : detected;
}

/** What is sent as `Content-Type`: the type of a picture that is shown in place. Everything else is saved, and has no type to run. */
export function servedTypeOf(detected: string | null): { readonly type: string; readonly isShown: boolean } {
  const isShown = detected !== null && SHOWN.has(detected);
  return { type: isShown ? detected : UNKNOWN_TYPE, isShown };
}

/** Whether a type is one of the list, such as `image/*` and `application/pdf`; null is every type. */
export function isAccepted(type: string, accepted: readonly string[] | null): boolean {
  if (accepted === null) return true;
  return accepted.some((one) => one === type || (one.endsWith('/*') && type.startsWith(one.slice(0, -1))));
}

/** Whether a value can be in such a list. */
export function isTypeToAccept(value: unknown): boolean {
  const type = typeof value === 'string' ? value.replace(/\/\*$/, '/x') : '';
  return mediaTypeOf(type) === type;
}
