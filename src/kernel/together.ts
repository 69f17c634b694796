/** Waits for several promises, and gives their results by name. */
export async function together<Promises extends Record<string, unknown>>(
  promises: Promises,
): Promise<{ [Name in keyof Promises]: Awaited<Promises[Name]> }> {
  const entries = Object.entries(promises).map(async ([name, promise]) => [name, await promise] as const);
  return Object.fromEntries(await Promise.all(entries)) as never;
}
