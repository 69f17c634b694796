import { OPERATIONS, type Operation } from '../operations.js';
import type { Method } from '../servers/api-client.js';
import type { TestWorkspace } from './builders.js';
import { prepared } from './writes.js';

/** A list whose POST makes a thing, which has an address of its own. */
export interface Resource {
  readonly list: Operation;
  readonly create: Operation;
  readonly get: Operation;
  /** The name of the id in the path of `get`. */
  readonly parameter: string;
}

/** The resources of the document. Tests of all operations make by them what no line of theirs makes. */
export const RESOURCES: readonly Resource[] = OPERATIONS.flatMap((get) => {
  const [, address, parameter] = /^(\/api\/external\/v2\/[^{]+)\/\{(\w+)\}$/.exec(get.template) ?? [];
  const at = (method: Method): Operation | undefined =>
    OPERATIONS.find((one) => one.template === address && one.method === method);
  const [list, create] = [at('get'), at('post')];
  return get.method === 'get' && parameter && list && create?.example
    ? [{ list, create, get, parameter }]
    : [];
});

/** The id in `{"customer":{"id":"…"}}`; of a list the first one. */
export function idIn(answer: object): string {
  const [thing] = Object.values(answer).flat() as { readonly id?: string }[];
  if (thing?.id === undefined) throw new Error(`There is no id in ${JSON.stringify(answer)}.`);
  return thing.id;
}

/** Makes a thing of a resource. @returns its id */
export async function aThingOf(workspace: TestWorkspace, { create }: Resource): Promise<string> {
  const send = await prepared(workspace, create);
  return idIn((await send()).body as object);
}

/** Ids by the names of parameters in paths: those that are known, and that of a new thing of each other resource. */
export async function thingsIn(
  workspace: TestWorkspace,
  known: Readonly<Record<string, string>>,
): Promise<Readonly<Record<string, string>>> {
  const things: Record<string, string> = { ...known };
  for (const resource of RESOURCES) things[resource.parameter] ??= await aThingOf(workspace, resource);
  return things;
}
