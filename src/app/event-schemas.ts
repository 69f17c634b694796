import type { Type } from '@nestjs/common';
import { getSchemaPath, type OpenAPIObject } from '@nestjs/swagger';
import { OWN_EVENTS, SUBJECT_TYPES } from '../events/audit-entry.js';
import { changeEventOf } from '../events/feed/dto/event.dto.js';
import { EVENT_TYPES, subjectOf, type EventType } from '../events/feed/event-types.js';
import { declaredFeatures } from '../platform/features/facts.js';

/** The schemas of events that are no plain changes, by type. */
const OWN_SCHEMAS = new Map<string, Type>();
for (const [type, { schema }] of OWN_EVENTS) OWN_SCHEMAS.set(type, (await schema()) as Type);

/** The types of plain changes, in the order in which features declare them. */
const CHANGES = declaredFeatures()
  .flatMap(({ actions = {} }) => Object.values(actions))
  .flatMap((facts) => (facts && !OWN_SCHEMAS.has(facts.type) ? [facts.type as EventType] : []));

const SCHEMAS_OF_CHANGES = new Map<string, Type>(
  SUBJECT_TYPES.map((subject) => [
    subject,
    changeEventOf(
      subject,
      CHANGES.filter((type) => subjectOf(type) === subject),
    ),
  ]),
);

/**
 * Finds the schema that the facts of a feature name, or the schema of plain changes of its subject.
 * @throws Error when no facts name the subject
 */
export function eventSchemaOf(type: EventType): Type {
  const schema = OWN_SCHEMAS.get(type) ?? SCHEMAS_OF_CHANGES.get(subjectOf(type));
  if (schema) return schema;
  throw new Error(
    `No facts name ${subjectOf(type)} among their \`subjects\`, but the event ${type} is about it.`,
  );
}

/** Describes all events where the answer of `GET /events` holds them: `events` is below the features and knows none. */
export function withEvents(document: OpenAPIObject): OpenAPIObject {
  const list = document.components?.schemas?.['EventListResponse'] as EventList | undefined;
  const paths = EVENT_TYPES.map((type) => [type, getSchemaPath(eventSchemaOf(type))] as const);
  if (list)
    list.properties.events.items = {
      oneOf: [...new Set(paths.map(([, path]) => path))].map(($ref) => ({ $ref })),
      discriminator: { propertyName: 'type', mapping: Object.fromEntries(paths) },
    };
  return document;
}

interface EventList {
  readonly properties: { readonly events: { items: object } };
}
