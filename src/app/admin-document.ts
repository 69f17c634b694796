import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject } from '@nestjs/swagger';
import { foreignOrigin } from '../admin/admin.errors.js';
import { manifestJsonSchema } from '../admin/manifest-document.js';
import { tooManyFailedAuthentications } from '../auth/auth.errors.js';
import { bodyTooLarge } from '../platform/http/answers/refusal.js';
import { finish } from './document-finish.js';
import { documentOf } from './document-of.js';

const KEY_DESCRIPTION =
  'One of the keys in `ADMIN_KEYS`. `Authorization: Bearer` is another name of this header. Keys of workspaces mean nothing here.';

const REFUSALS = [foreignOrigin(), bodyTooLarge(4 * 1024 * 1024), tooManyFailedAuthentications(12)];

/** Generates the OpenAPI 3.1 document of the listener for administration from its code [rule 25]. */
export async function describeAdmin(app: INestApplication): Promise<OpenAPIObject> {
  const frame = new DocumentBuilder()
    .setTitle('Support Desk Administration API')
    .setDescription(GUIDE)
    .setVersion('1.0.0')
    .setOpenAPIVersion('3.1.0')
    .setLicense('MIT', 'https://opensource.org/license/mit')
    .addServer('/', 'The listener whose address is in the browser')
    .addTag('Workspaces', 'The workspaces of the installation.')
    .addTag('API keys', 'The keys with which clients of a workspace call its API.')
    .addApiKey({ type: 'apiKey', in: 'header', name: 'X-Api-Key', description: KEY_DESCRIPTION }, 'adminKey')
    .addBearerAuth(
      {
        type: 'http',
        scheme: 'bearer',
        bearerFormat: 'Admin key',
        description: 'The same key under another name.',
      },
      'bearer',
    )
    .addSecurityRequirements('adminKey')
    .addSecurityRequirements('bearer')
    .build();
  const document = await documentOf(app, frame);
  const schemas = { ...document.components?.schemas, Manifest: manifestJsonSchema() };
  return finish({ ...document, components: { ...document.components, schemas } }, REFUSALS);
}

const GUIDE = `This is the API for programs that make workspaces and their keys: a product that embeds the desk, Terraform, a pipeline with a workspace for each
test. It listens on a port of its own, \`ADMIN_PORT\`. docs/admin.md says more.

- **Key**: every request carries \`X-Api-Key\` with a key of \`ADMIN_KEYS\`. Press **Authorize** to enter yours.
- **Again**: a \`PUT\` brings a workspace or a key to what its body says, so it can be sent again, also several times at once.
- **Errors** have a sentence in \`error\`, a stable word in \`code\`, and every problem of the request in \`field_errors\`. A refused request changes nothing.
- **Trail**: each change stands in the audit trail of its workspace, by \`admin <name>\`.`;
