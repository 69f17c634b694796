import { DomainError } from '../kernel/errors.js';
import { parseJson } from '../kernel/json-text.js';
import { malformedBody } from './malformed.errors.js';

/** Deeper than any body of this API, and shallow enough for whatever walks through it. */
const MAX_DEPTH = 32;

const COLON = 0x3a;

/**
 * What a JSON text says, when it says the same to every reader: no object has a key twice (of which one reader takes the
 * first and another the last), none has the key `__proto__` (which somewhere is no key but a prototype), and nothing lies
 * deeper than 32 levels (RFC 8259, sections 4 and 9; decision 15). A number that would be rounded is infinity.
 * @throws DomainError malformed
 */
export function parseStrictJson(text: string): unknown {
  /** The keys so far of each object around the place; null stands for a list. */
  const around: (Set<string> | null)[] = [];
  try {
    return parseJson(text, {
      string: (open, close) => {
        if (isKey(text, close)) addKey(around.at(-1), text.slice(open, close + 1));
      },
      open: (kind) => {
        if (around.length === MAX_DEPTH)
          throw malformedBody(`The body is nested more than ${MAX_DEPTH} levels deep.`);
        around.push(kind === 'object' ? new Set() : null);
      },
      close: () => around.pop(),
    });
  } catch (error) {
    throw error instanceof DomainError ? error : malformedBody('The body is not valid JSON.', error);
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
