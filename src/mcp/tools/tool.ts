import type { ToolAnnotations } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { DeclaredScope } from '../../app/features.js';
import type { OperationAnswer } from '../calls/inside-request.js';
import type { AnswerOf, CallOf, OperationId } from '../calls/operations.js';

/** Runs an operation of the API with the key of the request. @throws RefusedOperation when it is refused */
export type RunOperation = <Id extends OperationId>(id: Id, call: CallOf<Id>) => Promise<AnswerOf<Id>>;

export interface ToolCaller {
  readonly run: RunOperation;
  readonly has: (scope: DeclaredScope) => boolean;
}

/** One row of the table of tools [rule 26]: what a model reads of it, and the operations that it runs. */
export interface Tool<Input = never> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** A key needs one of these scopes. They are those of the operation that the tool runs. */
  readonly scopes: readonly DeclaredScope[];
  readonly annotations: ToolAnnotations;
  readonly input: z.ZodType<Input>;
  readonly output: z.ZodObject;
  run(input: Input, caller: ToolCaller): Promise<Record<string, unknown>>;
}

export type AnyTool = Omit<Tool, 'input' | 'run'> & {
  readonly input: z.ZodType;
  run(input: unknown, caller: ToolCaller): Promise<Record<string, unknown>>;
};

/** Makes a row of the table, whose function takes what its schema has checked. */
export const tool = <Schema extends z.ZodType>(
  row: Omit<Tool, 'input' | 'run'> & {
    readonly input: Schema;
    run(input: z.output<Schema>, caller: ToolCaller): Promise<Record<string, unknown>>;
  },
): AnyTool => ({ ...row, run: (input, caller) => row.run(input as z.output<Schema>, caller) });

/** An operation has refused a call. The result of the tool says why. */
export class RefusedOperation extends Error {
  constructor(readonly answer: OperationAnswer) {
    super('The operation was refused.');
  }
}

export const READS: ToolAnnotations = { readOnlyHint: true, idempotentHint: true, openWorldHint: false };
/** Adds something that stays in the desk. */
export const ADDS: ToolAnnotations = {
  ...{ readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
};

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const TICKET = z
  .union([z.int().min(1).max(2_147_483_647), z.string().regex(/^[1-9]\d{0,9}$/), z.string().regex(UUID)])
  .describe('The number or the id of the ticket.');

export const OFFSET = z
  .int()
  .min(0)
  .max(1_000_000)
  .default(0)
  .describe('How much to pass over: take it from `next` of the answer before.');

/** Shows a tag without the quotes of the header, which models lose. */
export const ETAG = z
  .string()
  .regex(/^"?[\x21\x23-\x7e]{1,200}"?$/)
  .describe('The entity tag of what you have read. The write is refused when it has changed meanwhile.');

export const ONCE = z
  .string()
  .regex(/^[A-Za-z0-9._:-]{1,255}$/)
  .optional()
  .describe('A new random text for each write, such as a UUID. With the same text a write is done once.');

export const NEXT = z
  .array(z.record(z.string(), z.unknown()))
  .describe('Arguments of this tool for what was left out; empty when nothing was.');

export function shownTag({ etag }: OperationAnswer): string | null {
  return etag === null ? null : etag.replaceAll('"', '');
}

export function sentTag(etag: string): string {
  return `"${etag.replaceAll('"', '')}"`;
}
