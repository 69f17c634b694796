import { Injectable } from '@nestjs/common';
import type { CallToolResult, Tool as ListedTool } from '@modelcontextprotocol/server';
import type { Request } from 'express';
import { z } from 'zod';
import type { DeclaredScope } from '../app/features.js';
import { DomainError } from '../kernel/errors.js';
import { allows } from '../platform/features/scopes.js';
import { missingScope } from '../platform/routes/missing-scope.js';
import { contextOf } from '../platform/tenancy/request-context.js';
import { OperationCalls } from './calls/operation-calls.js';
import type { OperationAnswer } from './calls/inside-request.js';
import { MAX_ARGUMENTS } from './mcp.limits.js';
import { argumentsTooLarge, badArguments, refusalOf, resultOf } from './tool-results.rules.js';
import { RefusedOperation, type AnyTool, type RunOperation } from './tools/tool.js';
import { TOOLS } from './tools/tools.js';

/** Lists the tools that the key of a request has the scopes for, and runs them [rule 26]. */
@Injectable()
export class ToolDispatcher {
  private readonly byName = new Map(TOOLS.map((tool) => [tool.name, tool]));
  private listed: ReadonlyMap<AnyTool, ListedTool> | undefined;

  constructor(private readonly operations: OperationCalls) {}

  list(request: Request): ListedTool[] {
    this.listed ??= new Map(TOOLS.map((tool) => [tool, describe(tool)]));
    return [...this.listed].filter(([tool]) => mayUse(request, tool)).map(([, described]) => described);
  }

  /** Runs a tool; null when there is none of this name. @throws what the operation fails with, such as unavailable */
  async call(request: Request, name: string, sent: unknown): Promise<CallToolResult | null> {
    const tool = this.byName.get(name);
    if (!tool) return null;
    if (!mayUse(request, tool)) return refusedFor(tool);
    const args = sent ?? {};
    if (JSON.stringify(args).length > MAX_ARGUMENTS) return argumentsTooLarge();
    const { success, data, error } = tool.input.safeParse(args);
    if (!success) return badArguments(error, args);
    const run: RunOperation = async (id, sent) => {
      const answer = await this.operations.run(request, id, sent);
      if (answer.status >= 500) throw failureOf(answer);
      if (answer.status >= 400) throw new RefusedOperation(answer);
      return answer as never;
    };
    try {
      return resultOf(await tool.run(data, { run, has: (scope) => hasScope(request, scope) }));
    } catch (thrown) {
      if (thrown instanceof RefusedOperation) return refusalOf(thrown.answer);
      throw thrown;
    }
  }
}

/** Makes the error of an operation that failed the error of the whole request, as everywhere. */
function failureOf({ status, body }: OperationAnswer): DomainError {
  const { error, code } = body as Readonly<Record<'error' | 'code', string>>;
  return new DomainError(status === 503 ? 'unavailable' : 'defect', code, error);
}

function mayUse(request: Request, { scopes }: AnyTool): boolean {
  return scopes.some((scope) => hasScope(request, scope));
}

function hasScope(request: Request, scope: DeclaredScope): boolean {
  const { keyScopes = [] } = contextOf(request);
  return allows(keyScopes, scope);
}

function refusedFor({ scopes: [scope] }: AnyTool): CallToolResult {
  if (scope === undefined) throw new Error('A tool needs no scope.');
  const { message: error, code } = missingScope(scope);
  return refusalOf({ status: 403, etag: null, body: { error, code } });
}

function describe({ name, title, description, annotations, input, output }: AnyTool): ListedTool {
  return {
    ...{ name, title, description, annotations },
    inputSchema: schemaOf(input, 'input') as ListedTool['inputSchema'],
    outputSchema: schemaOf(output, 'output') as ListedTool['outputSchema'],
  };
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): object {
  const { $schema: _dialect, ...described } = z.toJSONSchema(schema, { io });
  return described;
}
