import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { programPath } from '../servers/programs.js';
import { until } from '../until.js';

/** The Chromium of the distribution, or null. */
export const CHROMIUM = programPath('chromium');

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly message: string };
}

/** One page of a Chromium without a window, spoken to by the Chrome DevTools Protocol over a pipe. */
export class Browser {
  /** What the pages have complained about: errors of scripts, and what the policy of the page forbade. */
  readonly complaints: string[] = [];
  private readonly waiting = new Map<number, (message: Message) => void>();
  private session: string | undefined;
  private sent = 0;
  private received = '';

  private constructor(
    private readonly child: ChildProcess,
    private readonly folder: string,
  ) {
    this.output.on('data', (chunk: Buffer) => {
      this.receive(chunk.toString());
    });
  }

  static async start(): Promise<Browser> {
    const folder = await mkdtemp(join(tmpdir(), 'support-desk-browser-'));
    const flags = [
      '--headless=new',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-dev-shm-usage',
      '--no-first-run',
    ];
    const child = spawn(
      CHROMIUM ?? '',
      [...flags, '--remote-debugging-pipe', `--user-data-dir=${folder}`, 'about:blank'],
      { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] },
    );
    const browser = new Browser(child, folder);
    const { targetId } = (await browser.ask('Target.createTarget', {
      url: 'about:blank',
    })) as unknown as Target;
    const { sessionId } = (await browser.ask('Target.attachToTarget', {
      targetId,
      flatten: true,
    })) as unknown as Session;
    browser.session = sessionId;
    for (const domain of ['Page', 'Runtime', 'Log']) await browser.ask(`${domain}.enable`);
    return browser;
  }

  async open(url: string, size: { readonly width: number; readonly height: number }): Promise<void> {
    const isPhone = size.width < 640;
    await this.ask('Emulation.setDeviceMetricsOverride', { ...size, deviceScaleFactor: 1, mobile: isPhone });
    // Another address of the same page would only move to its fragment.
    await this.ask('Page.navigate', { url: 'about:blank' });
    await this.ask('Page.navigate', { url });
  }

  /** Sets the colours that the person prefers, `light` or `dark`, for the pages after this one. */
  async prefer(scheme: string): Promise<void> {
    const features = [{ name: 'prefers-color-scheme', value: scheme }];
    await this.ask('Emulation.setEmulatedMedia', { features });
  }

  /** The value of an expression in the page; promises are awaited. */
  async evaluate<Value>(expression: string): Promise<Value> {
    const answer = await this.ask('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
      userGesture: true,
    });
    const { result, exceptionDetails } = answer as unknown as Evaluated<Value>;
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  }

  /** Waits until an expression in the page has a value that is true. */
  async shows(expression: string): Promise<void> {
    await until(() => this.evaluate<boolean>(`Boolean(${expression})`), 60, expression);
  }

  /** The seconds of processor time of each process that shows pages, by its id. */
  async processorTimes(): Promise<Map<number, number>> {
    const { processInfo } = (await this.ask(
      'SystemInfo.getProcessInfo',
      {},
      'of the browser',
    )) as unknown as {
      readonly processInfo: readonly {
        readonly type: string;
        readonly id: number;
        readonly cpuTime: number;
      }[];
    };
    return new Map(
      processInfo.filter(({ type }) => type === 'renderer').map(({ id, cpuTime }) => [id, cpuTime]),
    );
  }

  /** Types a text into the field that a selector finds, as a person does. */
  async type(selector: string, text: string): Promise<void> {
    await this.evaluate(`document.querySelector(${JSON.stringify(selector)}).focus()`);
    await this.ask('Input.insertText', { text });
  }

  /** Presses a key, such as `Backspace`. */
  async press(key: string): Promise<void> {
    const windowsVirtualKeyCode = { Backspace: 8 }[key];
    for (const type of ['keyDown', 'keyUp'])
      await this.ask('Input.dispatchKeyEvent', { type, key, code: key, windowsVirtualKeyCode });
  }

  async screenshot(file: string): Promise<void> {
    const { data } = await this.ask('Page.captureScreenshot', { captureBeyondViewport: true });
    await writeFile(file, Buffer.from(data as string, 'base64'));
  }

  async close(): Promise<void> {
    const ended = once(this.child, 'close');
    this.child.kill();
    await ended;
    await rm(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }

  private get output(): Readable {
    return this.child.stdio[4] as Readable;
  }

  private async ask(
    method: string,
    params: object = {},
    of: 'of the page' | 'of the browser' = 'of the page',
  ): Promise<Record<string, unknown>> {
    const id = ++this.sent;
    const answered = new Promise<Message>((resolve) => this.waiting.set(id, resolve));
    const isOfPage = this.session !== undefined && of === 'of the page';
    const message = { id, method, params, ...(isOfPage && { sessionId: this.session }) };
    (this.child.stdio[3] as Writable).write(`${JSON.stringify(message)}\0`);
    const { result = {}, error } = await answered;
    if (error) throw new Error(`${method}: ${error.message}`);
    return result;
  }

  private receive(text: string): void {
    const messages = (this.received + text).split('\0');
    this.received = messages.pop() ?? '';
    for (const one of messages) this.take(JSON.parse(one) as Message);
  }

  private take(message: Message): void {
    const { id, method = '', params = {} } = message;
    if (id !== undefined) this.waiting.get(id)?.(message);
    else if (method === 'Runtime.exceptionThrown') this.complaints.push(JSON.stringify(params));
    else if (method === 'Log.entryAdded' && (params['entry'] as Entry).level === 'error')
      this.complaints.push((params['entry'] as Entry).text);
  }
}

interface Target {
  readonly targetId: string;
}
interface Session {
  readonly sessionId: string;
}
interface Entry {
  readonly level: string;
  readonly text: string;
}
interface Evaluated<Value> {
  readonly result: { readonly value: Value };
  readonly exceptionDetails?: {
    readonly text: string;
    readonly exception?: { readonly description?: string };
  };
}
