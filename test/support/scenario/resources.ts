import type { TestWorkspace } from '../data/builders.js';
import { aThingOf, RESOURCES } from '../data/resources.js';
import { pathOf } from '../operations.js';

/** Makes, reads, lists and deletes a thing of each resource. */
export async function exerciseResources(workspace: TestWorkspace): Promise<void> {
  const { client } = workspace;
  for (const resource of RESOURCES) {
    const path = pathOf(resource.get, [await aThingOf(workspace, resource)]);
    await client.get(path).expect(200);
    await client.get(resource.list.template).expect(200);
    await client.delete(path);
  }
}
