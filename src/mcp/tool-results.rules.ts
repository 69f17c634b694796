import type { CallToolResult } from '@modelcontextprotocol/server';
import type { z } from 'zod';
import { argumentProblems } from './argument-problems.rules.js';
import { MAX_ARGUMENTS, MAX_RESULT_BYTES } from './mcp.limits.js';
import type { OperationAnswer } from './calls/inside-request.js';

/** Shows an answer as structured content, and as the text of it for clients that know no other. */
export function resultOf(structuredContent: Record<string, unknown>): CallToolResult {
  const text = JSON.stringify(structuredContent);
  return {
    content: [{ type: 'text', text }],
    structuredContent,
  };
}

/** Shows a refusal of the API: its code, its sentence and the problems of fields. */
export function refusalOf({ status, etag, body }: OperationAnswer): CallToolResult {
  const tag = status === 412 && etag !== null ? { etag: etag.replaceAll('"', '') } : {};
  return errorOf({ status, ...(body as object), ...tag });
}

/** Shows arguments that the schema of the tool refuses, in the shape of a 422. */
export function badArguments({ issues }: z.ZodError, args: unknown): CallToolResult {
  const field_errors = argumentProblems(issues, args).slice(0, 20);
  return errorOf({
    status: 422,
    ...{ error: 'The arguments are invalid.', code: 'invalid_arguments', field_errors },
  });
}

export function argumentsTooLarge(): CallToolResult {
  const error = `The arguments have more than ${MAX_ARGUMENTS} characters.`;
  return errorOf({ status: 422, ...{ error, code: 'invalid_arguments' } });
}

interface Refusal {
  readonly status: number;
  readonly field_errors?: readonly object[];
}

/** Leaves out the last problems when there are too many for an answer. */
function errorOf(refusal: Refusal): CallToolResult {
  const { field_errors = [] } = refusal;
  let text = JSON.stringify(refusal);
  for (let count = field_errors.length; Buffer.byteLength(text) > MAX_RESULT_BYTES && count > 0; count--)
    text = JSON.stringify({ ...refusal, field_errors: field_errors.slice(0, count - 1) });
  return { isError: true, content: [{ type: 'text', text }] };
}
