import { z } from 'zod';
import type { EventDto } from '../../events/feed/dto/event.dto.js';
import { isObject } from '../../kernel/objects.js';
import type { Wire } from '../../platform/http/answers/answer.dto.js';
import { fitting } from './fitting.rules.js';
import { NEXT, READS, tool, type AnyTool } from './tool.js';
import { shortened, untrusted } from './untrusted-text.rules.js';

const PAGE = 50;
const MAX_CHANGES_SHOWN = 500;

const listEvents = tool({
  name: 'list_events',
  title: 'List events',
  description:
    'Lists what happened in the desk, oldest first. To follow it, keep `next_after` and give it as `after` the next time. Without `after`, ' +
    'it begins with the oldest event that is kept.',
  scopes: ['events:read'],
  annotations: READS,
  input: z.strictObject({
    after: z.int().min(0).optional(),
    types: z
      .array(z.string().max(100))
      .min(1)
      .max(50)
      .optional()
      .describe('Such as ticket.created, ticket.updated, comment.created.'),
    include_notes: z.boolean().default(false).describe('Whether to show that notes were added.'),
  }),
  output: z.object({
    events: z.array(
      z.strictObject({
        position: z.int(),
        type: z.string(),
        occurred_at: z.string(),
        actor: z.strictObject({ type: z.string(), name: z.string().nullable() }),
        about: z
          .record(z.string(), z.strictObject({ id: z.string(), number: z.int().nullable().optional() }))
          .describe('The things that the event is about, such as the ticket.'),
        untrusted_text: z
          .string()
          .describe('The other facts of the event as JSON, with the name of a customer who did it.'),
        cut: z.literal(true).optional(),
      }),
    ),
    next_after: z.int(),
    next: NEXT,
  }),
  async run(input, { run }) {
    const { after, types, include_notes } = input;
    const query = {
      after: after?.toString(),
      types: types?.join(','),
      include_notes: String(include_notes),
      limit: String(PAGE),
    };
    const { events, next_after, has_more } = (await run('listEvents', { query })).body;
    const { items, count } = fitting({ input }, events, shownEvent);
    const isCut = count < events.length;
    const nextAfter = isCut ? (events[count - 1]?.position ?? next_after) : next_after;
    const next = isCut || has_more ? [{ ...input, after: nextAfter }] : [];
    return { events: items, next_after: nextAfter, next };
  },
});

function shownEvent({ position, type, occurred_at, data }: Wire<EventDto>): object {
  const { actor, silent: _silent, ...facts } = data;
  const about = Object.entries(facts).flatMap(([name, thing]) =>
    isObject(thing) && typeof thing['id'] === 'string' ? [[name, idsOf(thing)] as const] : [],
  );
  // Customers choose their names themselves.
  const isCustomer = actor.type === 'customer';
  const words = isCustomer ? { by: actor.name, ...facts } : facts;
  return {
    ...{ position, type, occurred_at },
    actor: { type: actor.type, name: isCustomer ? null : shortened(actor.name) },
    about: Object.fromEntries(about),
    ...untrusted(JSON.stringify(words), MAX_CHANGES_SHOWN),
  };
}

function idsOf({ id, number }: Readonly<Record<string, unknown>>): object {
  return { id, ...((typeof number === 'number' || number === null) && { number }) };
}

export const eventTools: readonly AnyTool[] = [listEvents];
