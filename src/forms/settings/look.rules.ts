import type { Check } from '../../kernel/checks.js';

/** The contrast that a reader needs between a text and its background (WCAG 2.2, 1.4.3). */
const LEAST_CONTRAST = 4.5;
/** The contrast in dark mode, where letters look thin. */
const CONTRAST_IN_THE_DARK = 6;
const [WHITE, BLACK] = ['#ffffff', '#000000'];
/** The background of the form in dark mode, as in the style sheet. */
const DARK_SHEET = '#1a2029';

const COLOUR = /^#[0-9a-f]{6}$/i;

/** Checks the colour of buttons and links, which needs enough contrast to white. */
export const checkColour: Check = (value) => {
  if (typeof value !== 'string' || !COLOUR.test(value))
    return 'must be a colour in quotes, such as "#1f5fae", or the word none';
  const contrast = contrastOf(value, WHITE);
  // Rounded down, because too little must not look like enough.
  const shown = Math.floor(contrast * 100) / 100;
  return contrast >= LEAST_CONTRAST
    ? null
    : `has a contrast of ${shown} to white, but needs ${LEAST_CONTRAST}: choose a darker one`;
};

/** The colours of buttons and links, and of those under the pointer. */
export interface Accent {
  readonly plain: string;
  readonly strong: string;
}

/** Makes the colours of a page: in light mode the workspace's own, in dark mode one that is light enough. */
export function accentsOf(colour: string): { readonly light: Accent; readonly dark: Accent } {
  const dark = lightEnough(colour.toLowerCase());
  return {
    light: { plain: colour.toLowerCase(), strong: mixed(colour, BLACK, 0.25) },
    dark: { plain: dark, strong: mixed(dark, WHITE, 0.25) },
  };
}

function lightEnough(colour: string): string {
  for (let share = 0; share < 1; share += 0.02) {
    const lighter = mixed(colour, WHITE, share);
    if (contrastOf(lighter, DARK_SHEET) >= CONTRAST_IN_THE_DARK) return lighter;
  }
  return WHITE;
}

/** Measures the contrast of two colours, from 1 to 21, as WCAG 2.2 defines it. */
function contrastOf(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminanceOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = partsOf(colour).map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function mixed(one: string, other: string, share: number): string {
  const second = partsOf(other);
  const parts = partsOf(one).map((part, place) =>
    Math.round(part * (1 - share) + (second[place] ?? 0) * share),
  );
  return `#${Buffer.from(parts).toString('hex')}`;
}

function partsOf(colour: string): number[] {
  return [...Buffer.from(colour.slice(1), 'hex')];
}

export interface Picture {
  readonly contentType: string;
  readonly bytes: Buffer;
}

const MAX_LOGO_BYTES = 64 * 1024;

const DATA_URI = /^data:([a-z/]+);base64,([A-Za-z0-9+/]+={0,2})$/;

/** How the bytes of each kind of picture begin. `....` stands for bytes that differ. */
const BEGINNINGS: Readonly<Record<string, RegExp>> = {
  'image/png': /^\x89PNG\r\n\x1a\n/,
  'image/jpeg': /^\xff\xd8\xff/,
  'image/webp': /^RIFF[^]{4}WEBP/,
};

/** Checks the picture of a manifest. Its bytes must have the type that it names. */
export const checkLogo: Check = (value) => {
  const picture = typeof value === 'string' ? pictureIn(value) : null;
  if (picture === null || !Object.hasOwn(BEGINNINGS, picture.contentType))
    return 'must be a PNG, JPEG or WebP picture such as data:image/png;base64,iVBORw0KGgo=, or the word none';
  const { contentType, bytes } = picture;
  if (bytes.length > MAX_LOGO_BYTES)
    return `must have at most ${MAX_LOGO_BYTES} bytes, but has ${bytes.length}`;
  const head = bytes.toString('latin1', 0, 16);
  const [type = 'another file'] = Object.entries(BEGINNINGS).flatMap(([one, beginning]) =>
    beginning.test(head) ? [one] : [],
  );
  return type === contentType ? null : `says that it is ${contentType}, but its bytes are ${type}`;
};

/** Reads the picture of a `data:` URI; null when the URI has no base64. */
export function pictureIn(uri: string): Picture | null {
  const [, contentType = '', base64 = ''] = DATA_URI.exec(uri) ?? [];
  const bytes = Buffer.from(base64, 'base64');
  return base64 !== '' && bytes.toString('base64') === base64 ? { contentType, bytes } : null;
}
