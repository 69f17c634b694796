/** A request of the API; the path is relative to the current version, unless it begins with `/mcp`, `/forms`, `/api` or `/admin`. */
export interface HeavyRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: string | Buffer;
  /** The media type of the body; JSON when it is absent. */
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** What it may be answered with. */
  readonly status?: readonly number[];
}

/** Asks for as much work as a client, a customer or a stranger can at once. */
export interface HeavyWork {
  readonly name: string;
  /** Requests that come one after the other. Each run is another one, so that nothing is known from before. */
  readonly requests: (run: number) => readonly HeavyRequest[];
}

export const AGENT = 'eve@team.example';
export const CUSTOMER = 'jane@customer.example';

const KIBIBYTE = 1024;

export const html = (text: string): string => `<p>${text}</p>`;
/** Repeats a text until it has about this many bytes. */
export function filled(text: string, bytes: number): string {
  return text.repeat(Math.floor(bytes / Buffer.byteLength(text)));
}

/** As long as a content may be. */
const FULL = 255 * KIBIBYTE;
export const ACCENTED_WORDS = filled('àéîõü ÇÑŠŽ ', FULL);
export const ACCENTED_WORD = filled('é', FULL);
export const MANY_WORDS = Array.from({ length: 36_000 }, (_, index) => `w${index}`).join(' ');
export const JAPANESE = filled('打印机坏了', FULL);
export const PICTURES = filled('👍', FULL);
/** Each place may begin a phrase of this letter. */
export const LETTERS = filled('a ', FULL);
export const LONG_LINE = 'é'.repeat(100_000);
/** Each of these signs stands for eighteen letters. */
export const LIGATURES = filled('\uFDFA', FULL);

export const TABLES = '<table><tr><td>'.repeat(6_600);
export const MANY = {
  open: '<b>'.repeat(20_000),
  closed: '<b>x</b>'.repeat(20_000),
  links: '<a href="https://x.example/">x</a>'.repeat(7_500),
  pictures: '<img src="https://x.example/a.png" alt="a">'.repeat(5_500),
  bare: '<img>'.repeat(20_000),
  angles: '<'.repeat(40_000),
  ampersands: '&'.repeat(52_000),
  attributes: `<p ${filled('title="x" ', 250 * KIBIBYTE)}>x</p>`,
  spans: '<span lang="en" dir="ltr">x</span>'.repeat(7_000),
} as const;
