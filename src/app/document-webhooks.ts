import { getSchemaPath, type OpenAPIObject } from '@nestjs/swagger';
import { EVENT_TYPES, type EventType } from '../events/feed/event-types.js';
import { TEST_TYPE } from '../webhooks/deliveries/delivery.rules.js';
import { eventSchemaOf } from './event-schemas.js';
import { ACTIONS } from '../events/audit-entry.js';

type Webhooks = NonNullable<OpenAPIObject['webhooks']>;

interface Message {
  readonly summary: string;
  readonly schema: object;
  readonly example: object | undefined;
}

const UUID = { type: 'string', format: 'uuid' };

const DESCRIPTION =
  'Sent to each webhook that asks for this type, at least once, with the same `webhook-id` at each try, and as the feed shows the ' +
  'event. The form is that of Standard Webhooks, whose libraries verify it.';

/** The headers of Standard Webhooks. */
const HEADERS = [
  {
    name: 'webhook-id',
    description:
      'The id of the event. It is the same at each try, so a receiver can ignore an event that it has handled.',
    schema: UUID,
    example: '0190c7a4-c099-7275-94e6-000000000001',
  },
  {
    name: 'webhook-timestamp',
    description: 'When this try was made, in seconds since 1970.',
    schema: { type: 'string', pattern: '^[0-9]+$', maxLength: 20 },
    example: '1769851800',
  },
  {
    name: 'webhook-signature',
    description:
      '`v1,` and the base64 of an HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`, once for each secret that signs now, ' +
      'separated by blanks. One that fits is enough.',
    schema: { type: 'string', pattern: '^v1,[A-Za-z0-9+/]{43}=( v1,[A-Za-z0-9+/]{43}=)*$', maxLength: 250 },
    example: 'v1,C2FVsBQIhrscChlQIMV+b5sSYspob7oDcYAUlnn5yJQ=',
  },
].map((header) => ({ ...header, in: 'header', required: true }));

/** The answers of an endpoint, and what they mean to the service. */
const ANSWERS = {
  '2XX': { description: 'The event was taken. Nothing of the body is read past its first KiB.' },
  '410': { description: 'The endpoint is gone: the webhook is switched off.' },
  '4XX': {
    description: 'The try has failed, as with any other answer. It is made again, ten times at the most.',
  },
};

/** The webhooks of the OpenAPI document: a request for each type of event, and that of a test [rule 18]. */
export function describeWebhooks(): Webhooks {
  const events = EVENT_TYPES.map((type) => [type, requestOf(type, messageOf(type))] as const);
  return Object.fromEntries<object>([...events, [TEST_TYPE, requestOf(TEST_TYPE, TEST)]]);
}

/** The schema of several types, narrowed to one. */
function messageOf(type: EventType): Message {
  const schema = {
    allOf: [
      { $ref: getSchemaPath(eventSchemaOf(type)) },
      { properties: { type: { type: 'string', const: type } } },
    ],
  };
  return { summary: `Tells of ${type}`, schema, example: EVENT_EXAMPLES.get(type) };
}

/** It is no event, so it has no position. */
const TEST: Message = {
  summary: 'Tests a webhook',
  schema: objectOf({
    id: UUID,
    type: { type: 'string', const: TEST_TYPE },
    occurred_at: { type: 'string', format: 'date-time' },
    data: objectOf({ webhook: objectOf({ id: UUID }) }),
  }),
  example: {
    id: '0190c7a4-f0cc-75a8-8719-0d1e2f3a4b5c',
    type: TEST_TYPE,
    occurred_at: '2026-01-31T09:30:00.000Z',
    data: { webhook: { id: '0190c7a4-d0aa-7386-a5f7-8b9c0d1e2f3a' } },
  },
};

function requestOf(type: string, { summary, schema, example }: Message): object {
  return {
    post: {
      operationId: `on${type.split(/[._]/).map(capitalized).join('')}`,
      summary,
      description: DESCRIPTION,
      tags: ['Webhooks'],
      security: [],
      parameters: HEADERS,
      requestBody: { required: true, content: { 'application/json': { schema, example } } },
      responses: ANSWERS,
    },
  };
}

/** The schema of an object with all of these properties. */
function objectOf(properties: Readonly<Record<string, object>>): object {
  return { type: 'object', required: Object.keys(properties), properties };
}

function capitalized(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}

const SHOP = { type: 'api_key', id: '0190c7a4-1111-7e31-b0a2-3c4d5e6f7a8b', name: 'shop' };
const [FIRST_POSITION, FIRST_AT] = [17, Date.parse('2026-01-31T09:30:00Z')];

/**
 * Makes the event of a type, as the API shows it and webhooks send it. The examples are those of docs/events.md.
 * @throws Error when the facts of its feature give none
 */
function exampleOf(type: EventType): object {
  const example = [...ACTIONS.values()].find((facts) => facts?.type === type && facts.example)?.example;
  if (!example) throw new Error(`The facts of no feature give an \`example\` of the event ${type}.`);
  const { number, data, actor = SHOP, silent = false, more } = example;
  return {
    id: `0190c7a4-c099-7275-94e6-${String(number).padStart(12, '0')}`,
    position: FIRST_POSITION + number - 1,
    type,
    occurred_at: new Date(FIRST_AT + (number - 1) * 1_000).toISOString(),
    ...more,
    data: { ...data, actor, silent },
  };
}

export const EVENT_EXAMPLES: ReadonlyMap<EventType, object> = new Map(
  EVENT_TYPES.map((type) => [type, exampleOf(type)]),
);
