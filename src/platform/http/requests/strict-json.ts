import { DomainError, invalidRequest } from '../../../kernel/errors.js';
import { parseJson } from '../../../kernel/json-text.js';
import { Problems } from '../../../kernel/problems.js';
import { malformedBody } from '../answers/malformed.errors.js';

/** No valid body of this API is nested as deeply, and any code can walk this deep. */
const MAX_DEPTH = 32;

/** How many properties an object of a body can have. Each of them costs a check. */
export const MAX_PROPERTIES = 1_000;

const COLON = 0x3a;

/**
 * Parses a JSON text that has one meaning for every reader (RFC 8259, sections 4 and 9; decision 15). It refuses a key that an object has
 * twice, the key `__proto__`, and more than 32 levels. A number that would be rounded becomes infinity.
 * @throws DomainError malformed; invalid_request for an object with more than 1,000 properties
 */
export function parseStrictJson(text: string): unknown {
  /** The keys so far of each object around the current place, and null for each list. */
  const around: (Set<string> | null)[] = [];
  try {
    return parseJson(text, {
      string: (open, close) => {
        if (!isKey(text, close)) return;
        addKey(around.at(-1), text.slice(open, close + 1));
        refuseWhenLarge(around);
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

/** The path of an object is the latest key of each object around it. */
function refuseWhenLarge(around: readonly (Set<string> | null)[]): void {
  if ((around.at(-1)?.size ?? 0) <= MAX_PROPERTIES) return;
  const path = around.slice(0, -1).flatMap((keys) => [...(keys ?? [])].slice(-1));
  const message = `must have at most ${MAX_PROPERTIES} properties`;
  throw invalidRequest(new Problems([{ path: path.join('.') || 'the body', message }]));
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
