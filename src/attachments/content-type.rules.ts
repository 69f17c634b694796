import { MAX_CONTENT_TYPE_LENGTH, MAX_FILENAME_LENGTH } from './attachment.limits.js';

export const UNKNOWN_TYPE = 'application/octet-stream';

/** Pictures that a browser shows and cannot run [rule 16]. */
const SHOWN = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif']);

/** Types of containers, about which the client may know more than the bytes show. */
const CONTAINERS = new Set(['application/zip', 'application/xml', 'application/x-cfb', 'application/gzip']);

/** Types that bytes always show, so that a client cannot declare them for other bytes. */
const ALWAYS_TOLD = /^(?:image|audio|video|font)\/(?!svg\+xml$)|^application\/(?:pdf|zip|gzip)$/;

const MEDIA_TYPE = /^[a-z0-9][a-z0-9!#$&^_.+-]*\/[a-z0-9][a-z0-9!#$&^_.+-]*$/;

/** Reads a media type, in lower case and without parameters; null for any other text. */
export function mediaTypeOf(sent: string): string | null {
  const [type = ''] = sent.split(';', 1);
  const name = type.trim().toLowerCase();
  return name.length <= MAX_CONTENT_TYPE_LENGTH && MEDIA_TYPE.test(name) ? name : null;
}

/** Chooses the type that the bytes show, or the declared one where they do not show enough. */
export function contentTypeOf(declared: string, detected: string | null): string {
  const claimed = ALWAYS_TOLD.test(declared) ? UNKNOWN_TYPE : declared;
  if (detected === null) return claimed;
  return CONTAINERS.has(detected) && claimed !== UNKNOWN_TYPE ? claimed : detected;
}

/** Chooses the `Content-Type` of a download. Only pictures are shown; browsers save everything else and run nothing. */
export function servedTypeOf(detected: string | null): {
  readonly contentType: string;
  readonly isShown: boolean;
} {
  const isShown = detected !== null && SHOWN.has(detected);
  return { contentType: isShown ? detected : UNKNOWN_TYPE, isShown };
}

/** Compares a type with accepted types such as `image/*` and `application/pdf`; null accepts every type. */
export function isAccepted(type: string, accepted: readonly string[] | null): boolean {
  if (accepted === null) return true;
  return accepted.some((one) => one === type || (one.endsWith('/*') && type.startsWith(one.slice(0, -1))));
}

export function isTypeToAccept(value: unknown): boolean {
  const type = typeof value === 'string' ? value.replace(/\/\*$/, '/x') : '';
  return mediaTypeOf(type) === type;
}

/** Marks that turn the direction of writing, so that `exe.gnp` is read as `png.exe`. */
const DIRECTION_MARKS = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;

const UNSAFE = /[\p{Cc}\p{Zl}\p{Zp}"<>|?*:]/gu;

/** Cleaning takes long for much longer names. */
const MOST_CLEANED = 4 * MAX_FILENAME_LENGTH;

/** Removes folders, unsafe characters and dots around a name. A name of which nothing is left becomes `file`. */
export function cleanFilename(sent: string): string {
  const [last = ''] = sent.toWellFormed().split(/[/\\]/).slice(-1);
  const clean = shortened(last, MOST_CLEANED)
    .normalize('NFC')
    .replace(DIRECTION_MARKS, '')
    .replace(UNSAFE, ' ')
    .replace(/\s+/gu, ' ')
    .replace(/^[\s.]+|[\s.]+$/gu, '');
  return shortened(clean, MAX_FILENAME_LENGTH) || 'file';
}

/** Keeps the ending of a name that is too long, because it tells the type. */
function shortened(name: string, most: number): string {
  const characters = Array.from(name);
  if (characters.length <= most) return name;
  const [ending = ''] = /\.[^.]{1,20}$/u.exec(name) ?? [];
  return characters.slice(0, most - Array.from(ending).length).join('') + ending;
}
