const [QUOTE, BACKSLASH, MINUS, ZERO, NINE] = [0x22, 0x5c, 0x2d, 0x30, 0x39] as const;
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_LIST, CLOSE_LIST] = [0x7b, 0x7d, 0x5b, 0x5d] as const;

/** `parseJson` calls the listener for each string, object and list, in the order of the text. */
interface JsonListener {
  /** `open` and `close` are the positions of the quotes. */
  readonly string: (open: number, close: number) => void;
  readonly open: (kind: 'object' | 'list') => void;
  readonly close: () => void;
}

/** A double keeps this many digits, unless an exponent makes the number too large for a double, or smaller than MIN_NORMAL. */
const MAX_DIGITS_KEPT = 15;
const MIN_NORMAL = 2 ** -1022;
/** `JSON.parse` reads this number as infinity. */
const TOO_LARGE = '1e999';

/**
 * Reads a JSON text like `JSON.parse`. Numbers whose digits a double does not keep become infinity, which every check refuses: a
 * rounded number would be stored as if the client had sent it. The listener is called for a text before anything is made of it, because that
 * can take a hundred times as long; so the text may turn out not to be JSON.
 * @throws SyntaxError, and the errors of the listener
 */
export function parseJson(text: string, listener?: JsonListener): unknown {
  const rounded = roundedNumbers(text, listener);
  const value: unknown = JSON.parse(text);
  return rounded.length === 0 ? value : JSON.parse(without(rounded, text));
}

/** A number without an exponent and without zeros at the end of a fraction. */
const PLAIN = /^-?\d+(?:\.\d*[1-9])?$/;

type NumberPlace = readonly [start: number, end: number];

/** Finds the numbers of a text that a double would round. */
function roundedNumbers(text: string, listener?: JsonListener): NumberPlace[] {
  const rounded: NumberPlace[] = [];
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at);
    if (character === QUOTE) {
      const close = endOfString(text, at);
      listener?.string(at, close);
      at = close;
    } else if (character === MINUS || isDigit(character)) {
      const end = endOfNumber(text, at);
      if (!isKept(text.slice(at, end))) rounded.push([at, end]);
      at = end - 1;
    } else if (character === OPEN_OBJECT || character === OPEN_LIST) {
      listener?.open(character === OPEN_OBJECT ? 'object' : 'list');
    } else if (character === CLOSE_OBJECT || character === CLOSE_LIST) {
      listener?.close();
    }
  }
  return rounded;
}

/** Returns where the string that opens at `open` closes: at the first quote after an even number of backslashes, or never. */
function endOfString(text: string, open: number): number {
  for (let at = text.indexOf('"', open + 1); ; at = text.indexOf('"', at + 1)) {
    if (at === -1) return text.length;
    let backslashes = 0;
    while (text.charCodeAt(at - 1 - backslashes) === BACKSLASH) backslashes += 1;
    if (backslashes % 2 === 0) return at;
  }
}

function endOfNumber(text: string, start: number): number {
  const number = /[-+.eE\d]+/y;
  number.lastIndex = start;
  number.test(text);
  return number.lastIndex;
}

function isDigit(character: number): boolean {
  return character >= ZERO && character <= NINE;
}

function isKept(number: string): boolean {
  const value = Number(number);
  if (!Number.isFinite(value)) return false;
  if (value === 0) return /^[-0.]+(e|$)/i.test(number);
  if (number.length <= MAX_DIGITS_KEPT && (Math.abs(value) >= MIN_NORMAL || !/e/i.test(number))) return true;
  const shown = String(value);
  // There is one way to write these, and a body may have ten thousands of them.
  if (PLAIN.test(number) && PLAIN.test(shown)) return number === shown;
  const [sent, kept] = [decimalOf(number), decimalOf(shown)];
  return sent.digits === kept.digits && sent.exponent === kept.exponent;
}

function without(spans: readonly NumberPlace[], text: string): string {
  let rest = '';
  let from = 0;
  for (const [start, end] of spans) {
    rest += text.slice(from, start) + TOO_LARGE;
    from = end;
  }
  return rest + text.slice(from);
}

/** Splits a JSON number, without its sign, into its digits (no zeros at either end) and the power of ten of the last digit. */
export function decimalOf(number: string): { readonly digits: string; readonly exponent: number } {
  const [mantissa = '', power = '0'] = number.replace(/^-/, '').split(/e/i);
  const [whole = '', fraction = ''] = mantissa.split('.');
  const digits = (whole + fraction).replace(/^0+/, '');
  // A pattern for the zeros at the end would be slow: it tries each zero of a long text again.
  let end = digits.length;
  while (digits[end - 1] === '0') end--;
  return { digits: digits.slice(0, end), exponent: Number(power) - fraction.length + digits.length - end };
}
