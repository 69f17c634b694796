import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { KEY_SCOPES } from '../auth/scopes.js';
import { finish } from './document-finish.js';
import { describeWebhooks } from './document-webhooks.js';
import { GUIDE } from './documentation/guide.js';

const KEY_DESCRIPTION = `A key of the workspace. \`Session-Token\` and \`Authorization: Bearer\` are other names of this header. A key may be limited to scopes. Each
operation names the scope that it needs in
\`x-required-scope\`: ${KEY_SCOPES.map((scope) => `\`${scope}\``).join(', ')}.`;

const OTHER_NAME = 'The same key under another name.';

/** The version of the description, as section 9 of the specification names it. The service has a version of its own. */
const API_VERSION = '2.0.0';

/** The OpenAPI 3.1 document of the application, generated from its code. */
export function describeApi(app: INestApplication): OpenAPIObject {
  const frame = new DocumentBuilder()
    .setTitle('Support Desk External API')
    .setDescription(GUIDE)
    .setVersion(API_VERSION)
    .setOpenAPIVersion('3.1.0')
    .setLicense('MIT', 'https://opensource.org/license/mit')
    .addServer('/', 'The workspace whose address is in the browser')
    // Variables without a description: a schema that many generators have misspells that property, and refuses it.
    .addServer('https://{workspace}.{domain}', 'The subdomain of a workspace, and the base domain', {
      workspace: { default: 'acme' },
      domain: { default: 'desk.example' },
    })
    .addTag('Tickets', 'Support tickets.')
    .addTag('Ticket fields', 'Custom fields of tickets, with their options.')
    .addTag('Customers', 'The people who raise tickets.')
    .addTag('Forms', 'Web forms through which customers raise tickets.')
    .addTag('Team members', 'The people who handle tickets.')
    .addTag('Webhooks', 'Addresses that are told of events, and what was sent to them.')
    .addTag('API keys', 'The keys with which clients call the API.')
    .addTag(
      'Legacy',
      'Older variants for existing clients. Each answer has the address of the route that replaces it.',
    )
    .addTag('Health', 'Checks for process managers and load balancers.')
    .addApiKey({ type: 'apiKey', in: 'header', name: 'X-Api-Key', description: KEY_DESCRIPTION }, 'apiKey')
    .addApiKey(
      { type: 'apiKey', in: 'header', name: 'Session-Token', description: OTHER_NAME },
      'sessionToken',
    )
    .addBearerAuth(
      { type: 'http', scheme: 'bearer', bearerFormat: 'API key', description: OTHER_NAME },
      'bearer',
    )
    .addSecurityRequirements('apiKey')
    .addSecurityRequirements('sessionToken')
    .addSecurityRequirements('bearer')
    .build();
  const document = inOpenApi31(SwaggerModule.createDocument(app, frame)) as OpenAPIObject;
  return finish({ ...document, webhooks: describeWebhooks() });
}

/** The generator writes `nullable: true`, which OpenAPI 3.1 does not know: there `null` is one of a schema's types. */
export function inOpenApi31(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(inOpenApi31);
  if (typeof node !== 'object' || node === null) return node;
  const { nullable, ...rest } = node as Record<string, unknown>;
  const converted = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, inOpenApi31(value)]));
  return nullable === true ? orNull(converted) : converted;
}

function orNull(schema: Record<string, unknown>): object {
  const { type, allOf, enum: values, ...rest } = schema;
  if (Array.isArray(allOf)) return { ...rest, anyOf: [...(allOf as unknown[]), { type: 'null' }] };
  for (const choice of ['anyOf', 'oneOf']) {
    const schemas = rest[choice];
    if (Array.isArray(schemas)) return { ...schema, [choice]: [...(schemas as unknown[]), { type: 'null' }] };
  }
  // Without a type, null is among what the schema allows already.
  return {
    ...rest,
    ...(type !== undefined && { type: [type, 'null'] }),
    ...(Array.isArray(values) && { enum: [...(values as unknown[]), null] }),
  };
}
