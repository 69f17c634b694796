import { randomUUID } from 'node:crypto';
import type { components } from '../../../packages/client/src/openapi.js';
import type { TestWorkspace } from './builders.js';

export type ShownCustomer = components['schemas']['CustomerRecord'];

/** Makes a customer through the API and reads it; without properties one with an address that nobody has. */
export async function aCustomerOf(
  { client }: TestWorkspace,
  properties: Record<string, unknown> = {},
): Promise<ShownCustomer> {
  const customer = { emails: [`${randomUUID()}@customer.example`], ...properties };
  const { body, status } = await client.post('/customers', { customer });
  const { id } = (body as { customer?: { id: string } }).customer ?? {};
  if (id === undefined) throw new Error(`The customer was refused with ${status}: ${JSON.stringify(body)}`);
  const read = await client.get(`/customers/${id}`);
  return (read.body as { customer: ShownCustomer }).customer;
}
