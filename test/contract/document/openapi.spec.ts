import { readFile } from 'node:fs/promises';
import supertest from 'supertest';
import { EVENT_TYPES } from '../../../src/events/feed/event-types.js';
import { IGNORED_REASONS, SUSPENDED_REASONS } from '../../../src/mail-in/judging/judgement.rules.js';
import {
  describedOperations,
  isOfSessions,
  servedDocument,
  type DescribedOperation,
  type ServedDocument,
} from '../../support/openapi-document.js';
import { PROJECT } from '../../support/servers/processes.js';
import { useDesk } from '../../support/test-app.js';

const errorIn = (content: DescribedOperation['responses'][string]['content']): { readonly error?: string } =>
  content?.['application/json']?.example ?? {};

const app = useDesk();
let served: ServedDocument;
let text: string;
let schemas: ServedDocument['components']['schemas'];
let operations: [string, DescribedOperation][];

beforeAll(async () => {
  served = await servedDocument(app.url);
  text = JSON.stringify(served);
  schemas = served.components.schemas;
  operations = describedOperations(served);
});

const isFile = (content: object | undefined) =>
  content !== undefined &&
  ['application/octet-stream', 'application/x-ndjson', 'text/event-stream'].some((type) => type in content);

describe('the OpenAPI document', () => {
  it('that is committed is what the code says (run `npm run openapi` when not)', async () => {
    const committed = JSON.parse(await readFile(`${PROJECT}/openapi.json`, 'utf8')) as object;
    expect(committed).toEqual(served);
  });

  it('has at most 4.1 KB for each operation, because what several operations share stands there once', () => {
    const operations = Object.values(served.paths).flatMap((item) => Object.keys(item as object));
    expect(text.length / operations.length).toBeLessThan(4_100);
    for (const kind of ['headers', 'parameters', 'responses'] as const) {
      const things = Object.entries(served.components[kind]);
      expect(things.length).toBeGreaterThan(5);
      for (const [name, thing] of things) {
        expect(text.split(`"#/components/${kind}/${name}"`).length).toBeGreaterThan(2);
        expect([name, text.split(JSON.stringify(thing)).length]).toEqual([name, 2]);
      }
    }
  });

  it('has no name that would hide another one in a generated program', () => {
    const names = Object.keys(served.components.schemas);
    expect(names).toContain('ApiError');
    expect(names.filter((name) => name in globalThis)).toEqual([]);
    expect(names.filter((name) => name in served.components.responses)).toEqual([]);
  });

  it('has the host that serves it and the address of any workspace as servers', () => {
    const [here, anywhere] = served.servers;
    expect(here?.url).toBe('/');
    expect(anywhere?.url).toBe('https://{workspace}.{domain}');
    expect(anywhere?.variables).toEqual({
      workspace: { default: 'acme' },
      domain: { default: 'desk.example' },
    });
  });

  it('describes every route, and no other', async () => {
    const routes = (await app.operator.routes())
      .filter(({ path }) => !/^\/(docs|forms\/|openapi\.json)/.test(path))
      .map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`);
    expect(operations.map(([name]) => name).sort()).toEqual(routes.sort());
  });

  it('is served, and so is the page that shows it', async () => {
    expect(served.openapi).toBe('3.1.0');
    const page = await supertest(app.url).get('/docs');
    expect([page.status, page.text]).toEqual([200, expect.stringContaining('Support Desk API')]);
  });

  it('gives every operation a summary, a method name of its own and a schema for every answer', () => {
    const names = operations.map(([, { operationId }]) => operationId);
    expect(new Set(names).size).toBe(names.length);
    for (const [name, operation] of operations) {
      expect([name, operation.operationId]).toEqual([name, expect.stringMatching(/^[a-z][A-Za-z]+$/)]);
      expect([name, operation.summary]).toEqual([name, expect.stringMatching(/\S/)]);
      for (const [status, { content }] of Object.entries(operation.responses)) {
        const described = content?.['application/json']?.schema !== undefined;
        expect([name, status, described]).toEqual([
          name,
          status,
          !['202 post /mcp'].includes(`${status} ${name}`) &&
            !['204', '302', '304'].includes(status) &&
            !isFile(content),
        ]);
      }
    }
  });

  // @proves E-16-4, E-16-5
  it('says of a file what comes with a range of it, and where its bytes are elsewhere', () => {
    const [, download] = operations.find(([, { operationId }]) => operationId === 'getAttachment') ?? [];
    const { 200: whole, 206: range, 302: elsewhere } = download?.responses ?? {};
    const ofFiles = ['Accept-Ranges', 'Content-Disposition', 'ETag'];
    const described = Object.keys(range?.headers ?? {});
    expect(described).toEqual(expect.arrayContaining([...ofFiles, 'Content-Range']));
    expect(Object.keys(whole?.headers ?? {})).toEqual(expect.arrayContaining(ofFiles));
    expect(elsewhere?.headers?.['Location']?.description).toMatch(/^The address of the bytes/);
  });

  it('begins every description with what the operation does, and names no class', () => {
    for (const [name, { summary, description = summary }] of operations) {
      expect([name, summary]).toEqual([name, expect.stringMatching(/^(?!Needs)[A-Z][a-z]+ /)]);
      expect([name, description]).toEqual([name, expect.stringMatching(/^(?!Needs )[A-Z][a-z]+ /)]);
    }
    expect(JSON.stringify(served)).not.toMatch(/\w+Dto"/);
  });

  it('shows for every refusal an example of its own status', () => {
    const shown = new Map<string, Set<string>>();
    for (const [name, { responses }] of operations) {
      for (const [status, { content }] of Object.entries(responses)) {
        if (status < '400' || status === '401') continue;
        const { code, error } = (content?.['application/json']?.example ?? {}) as Record<string, string>;
        expect([name, status, error]).toEqual([name, status, expect.stringMatching(/^[A-Z].*\.$/)]);
        shown.set(code ?? '', (shown.get(code ?? '') ?? new Set()).add(status));
      }
    }
    for (const [code, statuses] of shown) expect([code, statuses.size]).toEqual([code, 1]);
    const sentences = operations.flatMap(([, { responses }]) =>
      Object.entries(responses).map(([status, { content }]) => ({ status, ...errorIn(content) })),
    );
    for (const { error, status } of sentences.filter((one) => one.error !== undefined)) {
      const others = sentences.filter((one) => one.error === error).map((one) => one.status);
      expect([error, new Set(others)]).toEqual([error, new Set([status])]);
    }
    expect(shown.size).toBeGreaterThan(10);
  });

  it('shows a body for every operation but the one that README.md names, which needs a file', async () => {
    const needFiles = operations.filter(([, { requestBody }]) => {
      const [[type, body] = []] = Object.entries(requestBody?.content ?? {});
      const { schema, example = schema?.example } = body ?? {};
      return (
        type?.startsWith('multipart/') === true || (schema?.format === 'binary' && example === undefined)
      );
    });
    expect(needFiles.map(([name]) => name)).toEqual([
      'post /api/external/v2/attachments',
      'post /api/customer/v1/attachments',
    ]);
    expect(await readFile(`${PROJECT}/README.md`, 'utf8')).toContain(
      'only `POST /attachments` asks for a file first',
    );
  });

  it('says which values `ticket_fields` takes', () => {
    for (const name of ['CreateTicket', 'UpdateTicket', 'LegacyCreateTicket', 'LegacyUpdateTicket']) {
      const { additionalProperties } = schemas[name]?.properties['ticket_fields'] ?? {};
      const types = additionalProperties?.anyOf.map(({ type }) => type);
      expect([name, types]).toEqual([name, ['string', 'number', 'boolean', 'array', 'null']]);
    }
  });

  // @proves E-12-8
  it('lists the reasons of mails and the types of deliveries', () => {
    const valuesOf = (schema: string, property: string) => schemas[schema]?.properties[property]?.enum;
    expect(valuesOf('InboundEmail', 'reason')).toEqual([...IGNORED_REASONS, ...SUSPENDED_REASONS, null]);
    expect(valuesOf('EventEmail', 'reason')).toEqual([...SUSPENDED_REASONS, 'bounce']);
    for (const schema of ['Delivery', 'DeliveryWithTries'])
      expect([schema, valuesOf(schema, 'type')]).toEqual([schema, [...EVENT_TYPES, 'webhook.test']]);
  });

  // @proves E-16-4
  it('counts the bytes of a file in whole numbers from 0, and says how its MD5 is written', () => {
    for (const name of ['ReserveUpload', 'UploadResponse', 'ReservedUploadResponse', 'Attachment'])
      expect([name, schemas[name]?.properties['byte_size']]).toMatchObject([
        name,
        { type: 'integer', minimum: 0 },
      ]);
    const { pattern = '', example = '' } = schemas['ReserveUpload']?.properties['checksum'] ?? {};
    const fits = [example, example.slice(1), `${example}=`].map((text) => new RegExp(pattern).test(text));
    expect(fits).toEqual([true, false, false]);
  });

  // @proves S-4-1, E-30-25
  it('requires the key wherever the service does, and marks older versions', () => {
    expect(served.security).toEqual([{ apiKey: [] }, { sessionToken: [] }, { bearer: [] }]);
    expect(served.components.securitySchemes).toMatchObject({
      apiKey: { type: 'apiKey', in: 'header', name: 'X-Api-Key' },
      sessionToken: { type: 'apiKey', in: 'header', name: 'Session-Token' },
      bearer: { type: 'http', scheme: 'bearer' },
    });
    for (const [name, { security, deprecated = false }] of operations) {
      // The address of an upload is a secret itself.
      const needsKey = /\/(api|mcp)\b/.test(name) && !name.includes('/attachment_uploads/{upload}');
      const wanted = isOfSessions(name) ? [{ session: [] }] : needsKey ? undefined : [];
      expect([name, security]).toEqual([name, wanted]);
      const isOlder = name.includes('/api/') && name.includes('/v1/') && !isOfSessions(name);
      expect([name, deprecated]).toEqual([name, isOlder]);
    }
  });
});
