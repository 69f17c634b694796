import { malformedBody } from './malformed.errors.js';

/** Deeper than any body of this API, and shallow enough for whatever walks through it. */
const MAX_DEPTH = 32;

const [QUOTE, BACKSLASH, COLON] = [0x22, 0x5c, 0x3a] as const;
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_LIST, CLOSE_LIST] = [0x7b, 0x7d, 0x5b, 0x5d] as const;

/**
 * What a JSON text says, when it says the same to every reader: no object has a key twice (of which one reader takes the
 * first and another the last), none has the key `__proto__` (which somewhere is no key but a prototype), and nothing lies
 * deeper than 32 levels (RFC 8259, sections 4 and 9; decision 15).
 * @throws DomainError malformed
 */
export function parseStrictJson(text: string): unknown {
  const value = parsed(text);
  checkObjects(text);
  return value;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw malformedBody('The body is not valid JSON.', error);
  }
}

/** Goes once through a text that is valid JSON, from bracket to bracket and from string to string. */
function checkObjects(text: string): void {
  /** The keys so far of each object around the place; null stands for a list. */
  const around: (Set<string> | null)[] = [];
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at);
    if (character === QUOTE) {
      const end = endOfString(text, at);
      if (isKey(text, end)) addKey(around.at(-1), text.slice(at, end + 1));
      at = end;
    } else if (character === OPEN_OBJECT || character === OPEN_LIST) {
      if (around.length === MAX_DEPTH)
        throw malformedBody(`The body is nested more than ${MAX_DEPTH} levels deep.`);
      around.push(character === OPEN_OBJECT ? new Set() : null);
    } else if (character === CLOSE_OBJECT || character === CLOSE_LIST) {
      around.pop();
    }
  }
}

/** Where the string that opens at `open` closes: at the first quote with an even number of backslashes before it. */
function endOfString(text: string, open: number): number {
  for (let at = text.indexOf('"', open + 1); ; at = text.indexOf('"', at + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(at - 1 - backslashes) === BACKSLASH) backslashes += 1;
    if (backslashes % 2 === 0) return at;
  }
}

function isKey(text: string, end: number): boolean {
  let next = end + 1;
  while (text.charCodeAt(next) <= 0x20) next += 1;
  return text.charCodeAt(next) === COLON;
}

function addKey(keys: Set<string> | null | undefined, quoted: string): void {
  const key = quoted.includes('\\') ? (JSON.parse(quoted) as string) : quoted.slice(1, -1);
  if (key === '__proto__') throw malformedBody('The key __proto__ is refused.');
  if (keys?.has(key)) throw malformedBody(`The body has the key ${JSON.stringify(key)} twice in one object.`);
  keys?.add(key);
}
