// docs/events.md shows an event of each type that openapi.json describes, in its form.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkAgainstDocument } from '../../support/openapi-check.js';
import type { Response } from 'supertest';
import { PROJECT } from '../../support/servers/processes.js';

const textOf = (path: string) => readFileSync(join(PROJECT, path), 'utf8');
const guide = textOf('docs/events.md');
const [, examples = ''] = /^```json\n([^]*?)^```$/m.exec(guide) ?? [];
const events = examples
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as { readonly type: string; readonly data: object });

interface Document {
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
