import { z } from 'zod';
import type { CustomerRecordDto } from '../../customers/dto/customer.dto.js';
import type { Wire } from '../../platform/http/answers/answer.dto.js';
import { MAX_DESCRIPTION_SHOWN, MAX_VALUE_SHOWN } from '../mcp.limits.js';
import { fitting, pageFrom } from './fitting.rules.js';
import { NEXT, OFFSET, READS, tool, type AnyTool } from './tool.js';
import {
  shortened,
  untrusted,
  untrustedOrNull,
  UNTRUSTED_TEXT,
  type UntrustedText,
} from './untrusted-text.rules.js';

const PAGE = 10;

const TEXTS = z.array(UNTRUSTED_TEXT);

const findCustomer = tool({
  name: 'find_customer',
  title: 'Find a customer',
  description:
    'Finds customers by an address, or by what their first name, last name or an address begins with, the newest first.',
  scopes: ['customers:read'],
  annotations: READS,
  input: z.strictObject({
    email: z.string().max(320).optional().describe('A whole address.'),
    q: z.string().max(320).optional().describe('The beginning of a name or an address.'),
    offset: OFFSET,
  }),
  output: z.object({
    total: z.int(),
    customers: z.array(
      z.strictObject({
        id: z.string(),
        name: UNTRUSTED_TEXT,
        emails: TEXTS,
        phones: TEXTS,
        links: TEXTS,
        language: z.string().nullable(),
        time_zone: z.string().nullable(),
        description: UNTRUSTED_TEXT.nullable(),
        company: z.strictObject({ id: z.string(), name: z.string() }).nullable(),
        created_at: z.string(),
        cut: z.literal(true).optional().describe('There are more addresses, phones or links.'),
      }),
    ),
    next: NEXT,
  }),
  async run(input, { run }) {
    const { email, q, offset } = input;
    const { query, skipped } = pageFrom(offset, PAGE);
    const { customers, pagination } = (await run('listCustomers', { query: { ...query, email, q } })).body;
    const total = pagination.total_records;
    const rows = customers.slice(skipped);
    const { items, count } = fitting({ total, input }, rows, shownCustomer);
    const isMore = offset + count < total && rows.length > 0;
    return { total, customers: items, next: isMore ? [{ ...input, offset: offset + count }] : [] };
  },
});

function shownCustomer(customer: Wire<CustomerRecordDto>): object {
  const { id, language, time_zone, company, created_at } = customer;
  const lists = {
    emails: customer.emails.map(({ email }) => email),
    phones: customer.phones.map(({ phone }) => phone),
    links: customer.links.map(({ url }) => url),
  };
  const shown = Object.entries(lists).map(([name, texts]) => [name, beginOf(texts)] as const);
  const isCut = shown.some(([name, texts]) => texts.length < lists[name as keyof typeof lists].length);
  return {
    id,
    name: untrusted(customer.name, MAX_VALUE_SHOWN),
    ...Object.fromEntries(shown),
    ...{ language: shortened(language), time_zone: shortened(time_zone) },
    description: untrustedOrNull(customer.description, MAX_DESCRIPTION_SHOWN),
    company: company && { id: company.id, name: shortened(company.name) },
    created_at,
    ...(isCut && { cut: true }),
  };
}

function beginOf(texts: readonly string[]): object[] {
  const show = (text: string): UntrustedText => untrusted(text, MAX_VALUE_SHOWN);
  return fitting({}, texts, show, { most: 4 * MAX_VALUE_SHOWN, least: 1 }).items;
}

export const customerTools: readonly AnyTool[] = [findCustomer];
