// The OpenAPI document as a service serves it.
import supertest from 'supertest';
import { inlined } from './openapi-references.js';

/** An operation as the document describes it. */
export interface DescribedOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly deprecated?: boolean;
  readonly security?: object[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Record<string, { schema: DescribedValues; example?: unknown }> };
  readonly responses: Record<
    string,
    {
      readonly content?: Record<string, { schema: object; example?: unknown }>;
      readonly headers?: Record<string, { readonly description: string }>;
    }
  >;
}

interface Parameter {
  readonly in: string;
  readonly name: string;
  readonly schema: DescribedValues;
  readonly style?: string;
  readonly explode?: boolean;
}
export interface DescribedValues {
  readonly type?: string;
  readonly format?: string;
  readonly example?: string | number | readonly string[];
  readonly enum?: readonly string[];
  readonly items?: DescribedValues;
}
interface Schema {
  readonly properties: Record<
    string,
    {
      readonly additionalProperties?: { readonly anyOf: { readonly type: string }[] };
      readonly enum?: readonly (string | null)[];
      readonly pattern?: string;
      readonly example?: string;
    }
  >;
}

export interface ServedDocument {
  readonly openapi: string;
  readonly paths: object;
  readonly security: readonly object[];
  readonly servers: readonly { readonly url: string; readonly variables?: object }[];
  readonly components: {
    readonly schemas: Record<string, Schema>;
    readonly securitySchemes: object;
    readonly headers: object;
    readonly parameters: object;
    readonly responses: object;
  };
}

export async function servedDocument(url: string): Promise<ServedDocument> {
  return (await supertest(url).get('/openapi.json').expect(200)).body as ServedDocument;
}

/** The operations of a document by their methods and paths. What several of them share stands in each. */
export function describedOperations(document: ServedDocument): [name: string, DescribedOperation][] {
  return Object.entries(inlined(document).paths).flatMap(([path, item]) =>
    Object.entries(item as Record<string, DescribedOperation>).map(
      ([method, operation]): [string, DescribedOperation] => [`${method} ${path}`, operation],
    ),
  );
}

/** Only the sessions of customers may call it, and test/api/portal does. */
export const isOfSessions = (name: string): boolean => name.includes(' /api/customer/');
