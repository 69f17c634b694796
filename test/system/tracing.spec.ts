import { readdir, readFile } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import supertest from 'supertest';
import { aTicket, aWorkspace, type TestWorkspace } from '../support/data/builders.js';
import { RunningProcess, temporaryFolder } from '../support/servers/processes.js';
import { BASE_DOMAIN, useDesk } from '../support/test-app.js';
import { until } from '../support/until.js';

interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes: readonly { readonly key: string; readonly value: Record<string, unknown> }[];
}
interface Export {
  readonly resourceSpans: readonly {
    readonly resource: Pick<Span, 'attributes'>;
    readonly scopeSpans: readonly {
      readonly scope: { readonly name: string };
      readonly spans: readonly Span[];
    }[];
  }[];
}

const app = useDesk({ hasOwnDatabase: true });
let desk: TestWorkspace;
let collector: http.Server;
let service: RunningProcess;
/** What the collector was sent, each span with the instrumentation that made it. */
const spans: (Span & { readonly by: string })[] = [];
const bodies: string[] = [];

beforeAll(async () => {
  desk = await aWorkspace(app);
  await aTicket(desk);
  collector = http.createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      bodies.push(`${request.url} ${body}`);
      const { resourceSpans } = JSON.parse(body) as Export;
      for (const { scope, spans: sent } of resourceSpans.flatMap(({ scopeSpans }) => scopeSpans))
        spans.push(...sent.map((span) => ({ ...span, by: scope.name })));
      response.end('{}');
    });
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  await service.stop();
});
afterAll(() => {
  collector.close();
});

async function start(env: Record<string, string> = {}): Promise<string> {
  service = RunningProcess.start('main.js', [], {
    PORT: '0',
    BASE_DOMAIN,
    DATABASE_URL: app.database.serviceUrl,
    ...env,
  });
  return (await service.printed(/ready at (http:\S+)/))[1] ?? '';
}
const collecting = () => ({
  OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
  OTEL_BSP_SCHEDULE_DELAY: '100',
});
const ask = (url: string, path: string) =>
  supertest(url)
    .get(path)
    .set({ Host: `${desk.subdomain}.${BASE_DOMAIN}`, 'X-Api-Key': desk.key });

describe('traces', () => {
  it('have a statement below its request, and the log names the trace', async () => {
    const url = await start(collecting());
    const traceId = '0af7651916cd43dd8448eb211c80319c';
    await ask(url, '/api/external/v2/tickets/1')
      .set('traceparent', `00-${traceId}-b7ad6b7169203331-01`)
      .expect(200);
    const ours = () => spans.filter((span) => span.traceId === traceId);
    await until(() => ours().some(({ parentSpanId }) => parentSpanId === 'b7ad6b7169203331'));

    const request = ours().find(({ by }) => by.endsWith('instrumentation-http'));
    expect(request).toMatchObject({ parentSpanId: 'b7ad6b7169203331' });
    const parentOf = ({ parentSpanId }: Span) => ours().find(({ spanId }) => spanId === parentSpanId);
    const statements = ours().filter(({ by }) => by.endsWith('instrumentation-pg'));
    expect(statements.length).toBeGreaterThan(0);
    for (const statement of statements) {
      let above: Span | undefined = statement;
      while (above && above !== request) above = parentOf(above);
      expect(above).toBe(request);
    }
    const text = JSON.stringify(statements);
    expect(text).toContain('FROM tickets');

    await until(() => service.stdout.includes('"msg":"request"'));
    const line = service.stdout.split('\n').find((found) => found.includes('"msg":"request"')) ?? '';
    expect(JSON.parse(line)).toMatchObject({ traceId, status: 200 });
  });

  it('name the service, and neither key, address of the client nor what was searched for', async () => {
    const url = await start(collecting());
    const before = bodies.length;
    await ask(url, '/api/external/v2/tickets?tag=somebody%40customer.example')
      .set({ 'User-Agent': 'Spy/1', Authorization: `Bearer ${desk.key}` })
      .expect(200);
    await ask(url, '/health/live').expect(200);
    await service.stop();
    const sent = bodies.slice(before).join('\n');
    expect(sent).toMatch(/^\/v1\/traces /);
    expect(sent).toContain('support-desk');
    for (const secret of [desk.key, 'customer.example', '127.0.0.1:', 'Spy/1', '/health/live'])
      expect([secret, sent.includes(secret)]).toEqual([secret, false]);
  });

  it('do no harm to requests, nor to the end of the service, when the collector is gone', async () => {
    const url = await start({ ...collecting(), OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' });
    await ask(url, '/api/external/v2/tickets/1').expect(200);
    expect((await service.stop()).status).toBe(0);
  });

  it('are off, and nothing of them is loaded, unless somebody names a collector', async () => {
    const folder = await temporaryFolder();
    const url = await start({ NODE_V8_COVERAGE: folder.path });
    await ask(url, '/api/external/v2/tickets/1').expect(200);
    await service.stop();
    const reports = await readdir(folder.path);
    const scripts = await Promise.all(reports.map((name) => readFile(join(folder.path, name), 'utf8')));
    const loaded = [...scripts.join('').matchAll(/"url":"([^"]+)"/g)].map(([, script = '']) => script);
    expect(loaded.some((script) => script.includes('/node_modules/pg/'))).toBe(true);
    // The interfaces, which do nothing by themselves, come with prom-client.
    expect(loaded.filter((script) => /@opentelemetry\/(?!api\/)|dist\/tracing/.test(script))).toEqual([]);
    expect(service.stdout).not.toContain('traceId');
    await folder.remove();
  });
});
