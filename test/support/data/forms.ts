import { hash } from 'node:crypto';
import supertest, { type Test } from 'supertest';
import { BASE_DOMAIN, type TestApp } from '../test-app.js';
import { aMinuteLater } from '../servers/clock.js';

/** What a browser finds in the page of a form. */
export interface OpenedForm {
  readonly html: string;
  readonly token: string;
  readonly proof: string;
  /** JSON. */
  readonly challenge: string;
}

/** What a person types, by the names of the controls. */
export type Typed = Readonly<Record<string, string | readonly string[]>>;

export interface TypedFile {
  readonly filename: string;
  readonly bytes: Buffer | string;
  readonly contentType?: string;
}

/** Somebody at the pages of a workspace, from an address of its own when a trusted proxy says so. */
export class FormVisitor {
  constructor(
    private readonly app: TestApp,
    private readonly subdomain: string,
    private readonly address?: string,
  ) {}

  get(path: string): Test {
    return this.on(supertest(this.app.url).get(path));
  }

  remove(path: string): Test {
    return this.on(supertest(this.app.url).delete(path));
  }

  /** Opens the page of a form. */
  async open(slug: string): Promise<OpenedForm> {
    return openedIn((await this.get(`/forms/${slug}`).expect(200)).text);
  }

  /** Sends a form, as a browser sends it when there are files. What is `behind` comes after them, as only programs send it. */
  post(slug: string, typed: Typed, files: readonly TypedFile[] = [], behind: Typed = {}): Test {
    const request = this.on(supertest(this.app.url).post(`/forms/${slug}`));
    addTo(request, typed);
    if (files.length === 0) request.attach('files', Buffer.from(''), { filename: '' });
    for (const { bytes, filename, contentType = 'application/octet-stream' } of files)
      request.attach('files', Buffer.from(bytes), { filename, contentType });
    addTo(request, behind);
    return request;
  }

  /** The same as a browser without files in its form. */
  postPlain(slug: string, typed: Typed): Test {
    const body = new URLSearchParams(
      Object.entries(typed).flatMap(([name, values]) =>
        [values].flat().map((value): [string, string] => [name, value]),
      ),
    );
    return this.on(supertest(this.app.url).post(`/forms/${slug}`))
      .type('form')
      .send(body.toString());
  }

  /** Opens a form, fills it in, and sends it a minute later, with the proof of a browser. */
  async send(slug: string, typed: Typed = {}, files: readonly TypedFile[] = []): Promise<supertest.Response> {
    const opened = await this.open(slug);
    const proof = proofFor(opened);
    return aMinuteLater(async () =>
      this.post(slug, { token: opened.token, proof, ...MESSAGE, ...typed }, files),
    );
  }

  private on(request: Test): Test {
    const named = request.set('Host', `${this.subdomain}.${BASE_DOMAIN}`);
    return this.address === undefined ? named : named.set('X-Forwarded-For', this.address);
  }
}

function addTo(request: Test, typed: Typed): void {
  for (const [name, values] of Object.entries(typed))
    for (const value of [values].flat()) void request.field(name, value);
}

/** What somebody has typed into a form without fields of its own. */
export const MESSAGE = {
  name: 'Ada Byron',
  email: 'ada@customer.example',
  subject: 'My printer',
  message: 'It does not print.\n\nPlease help.',
};

export function openedIn(html: string): OpenedForm {
  return {
    html,
    token: hiddenIn(html, 'token'),
    proof: hiddenIn(html, 'proof'),
    challenge: unescaped(/data-challenge="([^"]*)"/.exec(html)?.[1] ?? ''),
  };
}

/** What the script of the page finds. */
export function proofFor({ challenge: text }: Pick<OpenedForm, 'challenge'>): string {
  const { maxnumber, ...challenge } = JSON.parse(text) as {
    readonly algorithm: string;
    readonly challenge: string;
    readonly salt: string;
    readonly signature: string;
    readonly maxnumber: number;
  };
  const isSolution = (number: number): boolean =>
    hash('sha256', `${challenge.salt}${number}`) === challenge.challenge;
  let number = 0;
  while (number <= maxnumber && !isSolution(number)) number++;
  return Buffer.from(JSON.stringify({ ...challenge, number })).toString('base64');
}

/** The texts of the errors in a page, without their markup: those of the summary. */
export function summaryIn(html: string): string[] {
  const list = /<div class="summary"[\s\S]*?<ul>([\s\S]*?)<\/ul>/.exec(html)?.[1] ?? '';
  return [...list.matchAll(/<li>([\s\S]*?)<\/li>/g)].map(([, item = '']) =>
    unescaped(item.replace(/<[^>]+>/g, '')),
  );
}

/** The number that a page thanks for. */
export function numberIn(html: string): number {
  return Number(/#(\d+)/.exec(html)?.[1]);
}

function hiddenIn(html: string, name: string): string {
  return unescaped(new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? '');
}

function unescaped(text: string): string {
  return text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}
