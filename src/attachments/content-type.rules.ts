import { MAX_CONTENT_TYPE_LENGTH } from './attachment.limits.js';

export const UNKNOWN_TYPE = 'application/octet-stream';

/** The pictures that a browser shows and cannot run (extensions, section 16). */
const SHOWN = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif']);

/** Types that tell only the container. The client may know better what is in it. */
const CONTAINERS = new Set(['application/zip', 'application/xml', 'application/x-cfb', 'application/gzip']);

/** Types that bytes always tell, so a client is wrong that names one of other bytes. */
const ALWAYS_TOLD = /^(?:image|audio|video|font)\/(?!svg\+xml$)|^application\/(?:pdf|zip|gzip)$/;

const MEDIA_TYPE = /^[a-z0-9][a-z0-9!#$&^_.+-]*\/[a-z0-9][a-z0-9!#$&^_.+-]*$/;

/** A type as it is stored, in lower case and without parameters; null when it is none. */
export function mediaTypeOf(sent: string): string | null {
  const [type = ''] = sent.split(';', 1);
  const name = type.trim().toLowerCase();
  return name.length <= MAX_CONTENT_TYPE_LENGTH && MEDIA_TYPE.test(name) ? name : null;
}

/** The type of a file: the one that its bytes tell, and the declared one where they tell little. */
export function contentTypeOf(declared: string, detected: string | null): string {
  const claimed = ALWAYS_TOLD.test(declared) ? UNKNOWN_TYPE : declared;
  if (detected === null) return claimed;
  return CONTAINERS.has(detected) && claimed !== UNKNOWN_TYPE ? claimed : detected;
}

/** The `Content-Type` of a download: that of a picture that is shown in place. Everything else is saved, and has no type to run. */
export function servedTypeOf(detected: string | null): { readonly type: string; readonly isShown: boolean } {
  const isShown = detected !== null && SHOWN.has(detected);
  return { type: isShown ? detected : UNKNOWN_TYPE, isShown };
}

/** Whether a type is one of the list, such as `image/*` and `application/pdf`; null is every type. */
export function isAccepted(type: string, accepted: readonly string[] | null): boolean {
  if (accepted === null) return true;
  return accepted.some((one) => one === type || (one.endsWith('/*') && type.startsWith(one.slice(0, -1))));
}

/** Whether a value can be in a list of accepted types. */
export function isTypeToAccept(value: unknown): boolean {
  const type = typeof value === 'string' ? value.replace(/\/\*$/, '/x') : '';
  return mediaTypeOf(type) === type;
}
