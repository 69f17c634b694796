// docs/events.md shows an event of each type that openapi.json describes, in its form.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkAgainstDocument, checkMessage } from '../../support/openapi-check.js';
import type { Response } from 'supertest';
import { inlined } from '../../support/openapi-references.js';
import { PROJECT } from '../../support/servers/processes.js';

interface DescribedMessage {
  readonly operationId: string;
  readonly parameters: readonly { readonly name: string; readonly example: string }[];
  readonly requestBody: { readonly content: { readonly 'application/json': { readonly example: object } } };
  readonly responses: object;
}

const textOf = (path: string) => readFileSync(join(PROJECT, path), 'utf8');
const guide = textOf('docs/events.md');
const [, examples = ''] = /^```json\n([^]*?)^```$/m.exec(guide) ?? [];
const events = examples
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as { readonly type: string; readonly data: object });

interface Document {
  readonly webhooks: Record<string, { readonly post: DescribedMessage }>;
  readonly components: {
    readonly schemas: {
      readonly EventListResponse: {
        readonly properties: {
          readonly events: { readonly items: { readonly discriminator: { readonly mapping: object } } };
        };
      };
    };
  };
}

describe('docs/events.md', () => {
  it('has an example and a line of each type', () => {
    const { components } = JSON.parse(textOf('openapi.json')) as Document;
    const { mapping } = components.schemas.EventListResponse.properties.events.items.discriminator;
    const types = Object.keys(mapping).sort();
    expect(types.length).toBeGreaterThan(10);
    expect(events.map(({ type }) => type).sort()).toEqual(types);
    expect([...guide.matchAll(/^\| `([a-z_.]+)` \|/gm)].map(([, name]) => name)).toEqual(
      expect.arrayContaining(types),
    );
  });

  it.each(events)('shows $type as the service does', (event) => {
    const answer = (shown: object) => {
      const body = { events: [shown], next_after: 17, has_more: false };
      const headers = new Proxy({}, { get: () => '1' });
      return { status: 200, body, headers, text: JSON.stringify(body) } as unknown as Response;
    };
    const check = (shown: object) => {
      checkAgainstDocument('get', '/api/external/v2/events', answer(shown));
    };
    expect(() => {
      check(event);
    }).not.toThrow();
    expect(() => {
      check({ ...event, data: { ...event.data, unknown: 1 } });
    }).toThrow();
  });
});

// @proves E-18-3
describe('the webhooks of openapi.json', () => {
  const { webhooks } = inlined(JSON.parse(textOf('openapi.json')) as Document);
  const described = Object.entries(webhooks).map(([type, { post }]) => ({ type, ...post }));

  it('are the types of events, and that of a test', () => {
    const types = [...events.map(({ type }) => type), 'webhook.test'];
    expect(Object.keys(webhooks).sort()).toEqual(types.sort());
    expect(new Set(described.map(({ operationId }) => operationId)).size).toBe(types.length);
  });

  it.each(described)('show $type as the guide does, in its form, with the three headers', (message) => {
    const { type, parameters, requestBody, responses } = message;
    const { example } = requestBody.content['application/json'];
    if (type !== 'webhook.test') expect(example).toEqual(events.find((event) => event.type === type));
    expect(parameters.map(({ name }) => name)).toEqual([
      ...['webhook-id', 'webhook-timestamp', 'webhook-signature'],
    ]);
    expect(Object.keys(responses)).toEqual(expect.arrayContaining(['2XX', '410']));
    const headers = Object.fromEntries(parameters.map(({ name, example: value }) => [name, value]));
    expect(() => {
      checkMessage(headers, example);
    }).not.toThrow();
    for (const wrong of [{ type: 'ticket.exploded' }, { unknown: 1 }, { data: {} }])
      expect(() => {
        checkMessage(headers, { ...example, ...wrong });
      }).toThrow();
    expect(() => {
      checkMessage({ ...headers, 'webhook-signature': 'v1,' }, example);
    }).toThrow();
  });
});
