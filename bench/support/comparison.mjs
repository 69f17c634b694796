import { isDeepStrictEqual } from 'node:util';
import { ask } from './load.mjs';

/** Requests of each operation whose answers are compared. */
const SAMPLES = 12;

/** Properties that differ between servers: times of changes, and ids that each server makes itself. */
const OWN = new Set(['updated_at']);

/**
 * Throws when the limit, with names in memory or joined, and the product give different answers, because their ratio would mean nothing then. The idiom
 * must answer too, but may write values in another form.
 */
export async function compareAnswers(servers, target, operations) {
  for (const [name, { requests, writes }] of Object.entries(operations)) {
    const step = Math.max(1, Math.floor(requests.length / SAMPLES));
    const sample = requests.filter((_, index) => index % step === 0).slice(0, SAMPLES);
    for (const request of writes ? sample.slice(0, 3) : sample) {
      const wanted = await answerOf(servers.product, target, request, name);
      // One request is enough for the idiom, and none of its lists, which take long.
      if (request === sample[0] && !name.startsWith('list_'))
        await answerOf(servers.idiom, target, request, name);
      for (const other of [servers.limit, servers.joined]) {
        const shown = await answerOf(other, target, request, name);
        if (!isDeepStrictEqual(comparable(wanted, writes), comparable(shown, writes)))
          throw new Error(
            `"${other.name}" and the product answer ${request.method} ${request.path} differently:\n` +
              `${JSON.stringify(wanted)}\n${JSON.stringify(shown)}`,
          );
      }
    }
  }
}

async function answerOf(server, target, request, name) {
  const { status, body } = await ask(server.port, target, request);
  if (status !== 200 && status !== 201)
    throw new Error(
      `${server.name} answers ${request.method} ${request.path} (${name}) with ${status}: ${body}`,
    );
  return JSON.parse(body);
}

function comparable(answer, writes) {
  if (!writes) return answer;
  const { customer, ticket } = answer;
  if (customer) return Object.keys(customer);
  const { subject: _unique, ...rest } = ticket;
  return Object.fromEntries(Object.entries(rest).filter(([key]) => !OWN.has(key)));
}
