/** The data of a success; a refusal ends the scenario with its own words. */
export function dataOf<Data>(result: { data?: Data; error?: unknown }): Data {
  if (result.data === undefined) throw new Error(JSON.stringify(result.error));
  return result.data;
}
