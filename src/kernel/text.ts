import { domainToASCII, domainToUnicode } from 'node:url';

export const MEBIBYTE = 1024 * 1024;

/** Returns the form in which texts are compared without regard to case: canonical composition, lower case. */
export function foldCase(text: string): string {
  return composed(text).toLowerCase();
}

/** Finds a run of more than 255 marks. No language has one. */
const LONG_RUN = /(?<!\p{M})\p{M}{256}/u;
const WITH_MARKS = /\P{M}*\p{M}{0,255}/gu;

/** Composes a text canonically (NFC). A longer run of marks is composed in pieces: the time grows with the square of the length of a run. */
export function composed(text: string): string {
  if (!LONG_RUN.test(text)) return text.normalize('NFC');
  return text.replace(WITH_MARKS, (piece) => piece.normalize('NFC'));
}

/** IDNA changes nothing but the case of these domains. */
const IS_PLAIN_DOMAIN = /^(?!.*xn--)[!-~]*$/i;

/** The last domains that IDNA has changed, by the function that changed them. Lists have the same ones again and again. */
const WRITTEN = new Map<(domain: string) => string, Map<string, string>>();
const MOST_WRITTEN = 4_096;

/** IDNA takes seconds for a long domain. A label of 63 octets (RFC 1035, section 2.3.4) can be typed in some more characters. */
const TOO_LONG_DOMAIN = /^.{512}|[^.\u3002\uFF0E\uFF61]{128}/s;

/** Rewrites the domain of an address; null when IDNA (UTS 46) has no such domain, or when it is too long for one. */
function withDomain(email: string, write: (domain: string) => string): string | null {
  const start = email.lastIndexOf('@') + 1;
  const domain = email.slice(start);
  if (start === 0 || IS_PLAIN_DOMAIN.test(domain)) return email;
  if (TOO_LONG_DOMAIN.test(domain)) return null;
  const written = writtenOnce(domain, write);
  return written === '' ? null : email.slice(0, start) + written;
}

function writtenOnce(domain: string, write: (domain: string) => string): string {
  const known = WRITTEN.get(write) ?? new Map<string, string>();
  WRITTEN.set(write, known);
  const before = known.get(domain);
  if (before !== undefined) return before;
  const written = write(domain);
  if (known.size >= MOST_WRITTEN) known.clear();
  known.set(domain, written);
  return written;
}

/** Returns the form in which e-mail addresses are compared: without regard to case and to the spelling of the domain. */
export function foldEmail(email: string): string {
  return foldCase(withDomain(email, domainToUnicode) ?? email);
}

/** Returns the address with its domain in ASCII, to which mail is sent; null when IDNA has no such domain. */
export function sendableEmail(email: string): string | null {
  return withDomain(email, inAscii);
}

const HAS_ENCODED_LABEL = /(?:^|\.)xn--/;

/** Writes a domain in ASCII; an empty text when IDNA has no such domain. Node.js from 24 on leaves a label that cannot be decoded as it is. */
function inAscii(domain: string): string {
  return HAS_ENCODED_LABEL.test(domainToUnicode(domain)) ? '' : domainToASCII(domain);
}

/** Tells whether PostgreSQL can store a text unchanged: no NUL, no unpaired surrogate. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** A character that a reader can see. Format characters, fillers and the empty pattern of Braille show nothing. */
const VISIBLE = /[^\p{White_Space}\p{Cc}\p{Default_Ignorable_Code_Point}\u{FFF9}-\u{FFFB}\u{2800}]/u;

/** Tells whether a text is empty or has only spaces and invisible characters. */
export function isBlank(text: string): boolean {
  return !VISIBLE.test(text);
}

/** A format character, or another one that nobody sees. Two addresses that differ in one look alike. */
const HIDDEN = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/u;

export function hidesCharacters(text: string): boolean {
  return HIDDEN.test(text);
}

/** A pattern that texts of one line match: no control characters, line separators or paragraph separators. */
export const ONE_LINE = '^[^\\u0000-\\u001F\\u007F-\\u009F\\u2028\\u2029]*$';
const IS_ONE_LINE = new RegExp(ONE_LINE, 'u');

export function isOneLine(text: string): boolean {
  return IS_ONE_LINE.test(text);
}

/** Puts a space in place of line ends and other control characters. NUL stays, because it is refused. */
export function inOneLine(text: string): string {
  return isOneLine(text) ? text : text.replace(/(?:(?!\0)[\p{Cc}\u2028\u2029])+/gu, ' ').trim();
}

/** Leaves out texts that differ from an earlier one only in case, or in what another function folds. */
export function distinctByCase(texts: readonly string[], fold = foldCase): string[] {
  const seen = new Set<string>();
  return texts.filter((text) => {
    const folded = fold(text);
    if (seen.has(folded)) return false;
    seen.add(folded);
    return true;
  });
}

export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

export type CamelCase<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Name;

export function camelCase(name: string): string {
  return name.replace(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase());
}

/** Joins first and last name; null when both are missing. */
export function personName(first: string | null, last: string | null): string | null {
  return [first, last].filter((part) => part !== null && part !== '').join(' ') || null;
}

/** Splits a parameter into names, which are separated by commas or repeated, and trims them. */
export function namesOf(parameter: string | string[]): string[] {
  return [parameter].flat().flatMap((names) => names.split(',').map((name) => name.trim()));
}

/** Makes a text safe as words of HTML. */
export function escapeWords(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Makes a text safe as words or as a quoted attribute of HTML. */
export function escapeHtml(text: string): string {
  return escapeWords(text).replaceAll('"', '&quot;');
}

/** Counts in words: `1 workspace`, `2 workspaces`, `1 delivery`, `0 deliveries`. */
export function counted(count: number, noun: string): string {
  if (count === 1) return `1 ${noun}`;
  return `${count} ${/[^aeiou]y$/.test(noun) ? `${noun.slice(0, -1)}ies` : `${noun}s`}`;
}
