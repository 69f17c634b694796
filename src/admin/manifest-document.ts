import { z } from 'zod';
import { manifestSchema } from '../workspaces/manifest.schema.js';

/** The reference by which routes name the schema of a manifest, which has no class. */
export const MANIFEST = { $ref: '#/components/schemas/Manifest' };

/** Describes a manifest for the document of the listener. Values that a rule checks may be anything there; docs/commands.md says the rules. */
export function manifestJsonSchema(): object {
  const { $schema: _version, ...schema } = z.toJSONSchema(manifestSchema, {
    io: 'input',
    unrepresentable: 'any',
  });
  return withoutSubdomain(schema);
}

/** The address names the subdomain, so the body need not. */
function withoutSubdomain({ properties = {}, ...schema }: z.core.JSONSchema.JSONSchema): object {
  const workspace = properties['workspace'] as z.core.JSONSchema.JSONSchema;
  const required = workspace.required?.filter((name) => name !== 'subdomain') ?? [];
  return { ...schema, properties: { ...properties, workspace: { ...workspace, required } } };
}
