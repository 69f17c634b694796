import { isDeepStrictEqual } from 'node:util';
import { ask } from './load.mjs';

/** Requests of each operation whose answers are compared. */
const SAMPLES = 12;

/** What two servers cannot agree on: moments of change and ids that each makes itself. */
const OWN = new Set(['updated_at']);

/**
 * Throws unless the limit answers what the product answers: without that a ratio means nothing. The idiom has to answer, too;
 * the form of its values is its own.
 */
export async function compareAnswers(servers, target, operations) {
  for (const [name, { requests, writes }] of Object.entries(operations)) {
    const step = Math.max(1, Math.floor(requests.length / SAMPLES));
    const sample = requests.filter((_, index) => index % step === 0).slice(0, SAMPLES);
    for (const request of writes ? sample.slice(0, 3) : sample) {
      const wanted = await answerOf(servers.product, target, request, name);
      // Once is enough, and its lists take long.
      if (request === sample[0] && !name.startsWith('list_'))
        await answerOf(servers.idiom, target, request, name);
      const shown = await answerOf(servers.limit, target, request, name);
      if (!isDeepStrictEqual(comparable(wanted, writes), comparable(shown, writes)))
        throw new Error(
          `The limit and the product answer ${request.method} ${request.path} differently:\n` +
            `${JSON.stringify(wanted)}\n${JSON.stringify(shown)}`,
        );
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
