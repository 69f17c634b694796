import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject } from '@nestjs/swagger';
import { KEY_SCOPES } from '../auth/scopes.js';
import { EVENT_TYPES } from '../events/feed/event-types.js';
import { declaredFeatures } from '../platform/features/facts.js';
import { SESSION } from '../platform/routes/operation.js';
import { finish } from './document-finish.js';
import { documentOf, type Frame } from './document-of.js';
import { describeWebhooks } from './document-webhooks.js';
import { eventSchemaOf, withEvents } from './event-schemas.js';

const KEY_DESCRIPTION = `A key of the workspace. \`Session-Token\` and \`Authorization: Bearer\` are other names of this header. A key may be limited to scopes. Each
operation names the scope that it needs in
\`x-required-scope\`: ${KEY_SCOPES.map((scope) => `\`${scope}\``).join(', ')}.`;

const SESSION_DESCRIPTION =
  'The token of a customer session, which a server gets by `createCustomerSession`. It is good for the operations of customers and for no other.';

const OTHER_NAME = 'The same key under another name.';

/** The description has a version of its own, which section 9 of the specification names. The service has another one. */
const API_VERSION = '2.0.0';

/** Generates the OpenAPI 3.1 document of the application from its code. */
export async function describeApi(app: INestApplication): Promise<OpenAPIObject> {
  const frame = new DocumentBuilder()
    .setTitle('Support Desk External API')
    .setDescription(GUIDE)
    .setVersion(API_VERSION)
    .setOpenAPIVersion('3.1.0')
    .setLicense('MIT', 'https://opensource.org/license/mit')
    .addServer('/', 'The workspace whose address is in the browser')
    // A schema that many generators have misspells the description of a variable, and refuses it. So these variables have none.
    .addServer('https://{workspace}.{domain}', 'The subdomain of a workspace, and the base domain', {
      workspace: { default: 'acme' },
      domain: { default: 'desk.example' },
    })
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
    .addBearerAuth(
      { type: 'http', scheme: 'bearer', bearerFormat: 'Session', description: SESSION_DESCRIPTION },
      SESSION,
    )
    .addSecurityRequirements('apiKey')
    .addSecurityRequirements('sessionToken')
    .addSecurityRequirements('bearer')
    .build();
  const extraModels = EVENT_TYPES.map(eventSchemaOf);
  const document = withEvents(await documentOf(app, tagged(frame), extraModels));
  return finish({ ...document, webhooks: describeWebhooks() });
}

/** Puts the tags of features before those of the composition. */
function tagged(frame: Frame): Frame {
  const declared = declaredFeatures().flatMap(({ tag }) =>
    tag ? [{ name: tag.name, description: tag.text }] : [],
  );
  return { ...frame, tags: [...declared, ...(frame.tags ?? [])] };
}

/** Introduces the API on the first page of its documentation and in the OpenAPI document, in Markdown. docs/api-guide.md says more. */
const GUIDE = `Support Desk is a helpdesk that you run yourself. This is its API for other programs, for one workspace, at \`https://<subdomain>.<base domain>\`.

- **Key**: every request carries \`X-Api-Key\`. An operator makes it: \`desk keys create acme --name "my program"\`. Press **Authorize** to enter yours.
- **Version**: that of this document is the version of the API. The package that serves it has another one, which \`desk --version\` prints.
- **Lists** take \`page_number\` and \`page_size\` (at most 100), and answer exact totals in \`pagination\`.
- **Errors** have a sentence in \`error\`, a stable word in \`code\`, and every problem of the request in \`field_errors\`. A refused request changes nothing.
- **Changes** are safe with \`If-Match\` and the \`ETag\` of an answer, and can be sent again with the same \`Idempotency-Key\`.
- **Limits**: \`RateLimit\` says what is left. After a 429 or 503, wait for \`Retry-After\`. A body has at most 1 MiB.`;
