import { randomBytes } from 'node:crypto';
import { AdminClient } from '../servers/admin-client.js';
import { ApiClient } from '../servers/api-client.js';
import type { TestApp } from '../test-app.js';

/** A subdomain that no other test has. */
export const newSubdomain = (): string => `w${randomBytes(6).toString('hex')}`;

/** A workspace that was made as a program makes it, and its clients. */
export interface ProvisionedWorkspace {
  readonly subdomain: string;
  readonly key: string;
  readonly client: ApiClient;
}

/** Makes a workspace and a key through the listener for administration. */
export async function aProvisionedWorkspace(
  app: TestApp,
  manifest: Readonly<Record<string, unknown>> & { readonly workspace?: object } = {},
  key: object = {},
): Promise<ProvisionedWorkspace> {
  const admin = new AdminClient(app);
  const subdomain = newSubdomain();
  const body = { ...manifest, workspace: { name: subdomain, ...manifest.workspace } };
  await admin.put(`/${subdomain}`, body).expect(201);
  const made = await admin.put(`/${subdomain}/keys/test`, key).expect(201);
  const text = String(made.body.key);
  return { subdomain, key: text, client: new ApiClient(app, subdomain, text) };
}
