// Erasing a person, and what others do meanwhile.
const UNDER_WAY = 'test/system/customers/erased-under-way.spec.ts';

export default [
  {
    name: 'only the first batch of an erasure',
    file: 'src/privacy/customer-erasure.service.ts',
    find: 'next = batch.to;',
    replace: 'next = null;',
    specs: ['test/system/customers/erase-in-batches.spec.ts'],
    breaks: 'of a person with many rows, older entries keep their words',
  },
  {
    name: 'erased comments of which no event tells',
    file: 'src/conversations/conversations.erasure.ts',
    find: 'RETURNING CASE WHEN theirs.is_told THEN theirs.id END AS id',
    replace: 'RETURNING NULL::uuid AS id',
    specs: ['test/system/customers/erased-elsewhere.spec.ts'],
    breaks: 'copies of the desk keep what an erased person has written on tickets of others',
  },
  {
    name: 'old tickets of others that are looked at once',
    file: 'src/tickets/tickets.erasure.ts',
    find: '=> [ERASE_PARTICIPANTS, id, ...from, ...to, addresses],',
    replace: '=> [ERASE_PARTICIPANTS, id, ...(to[0] === null ? [1_000] : from), ...to, addresses],',
    specs: [UNDER_WAY],
    breaks: 'old tickets of others keep the address of a person who came to them while it was erased',
  },
  {
    name: 'an erasure that does not wait for the tickets of the customer',
    file: 'src/tickets/tickets.erasure.ts',
    find: 'holds: `${THEIRS} ORDER BY id FOR NO KEY UPDATE`,',
    replace: '',
    specs: [UNDER_WAY],
    breaks:
      'a ticket that goes to somebody else just then leaves the address of an erased person in the trail',
  },
  {
    name: 'an address that a customer gets while it is erased',
    file: 'src/privacy/customer-erasure.service.ts',
    find: 'if (await hasOtherAddress(inner, customer)) return null;',
    replace: '',
    specs: [UNDER_WAY],
    breaks: 'tickets of others keep an address of an erased person, which nobody can erase any more',
  },
  {
    name: 'an address of an erased customer that is found while it goes, too',
    file: 'src/customers/customer-erased.sql.ts',
    find: 'OR ${customer}.updated_at = (SELECT',
    replace: 'OR ${customer}.updated_at >= (SELECT',
    specs: [UNDER_WAY],
    breaks: 'words of a person belong to an erased customer, where no later erasure finds them',
  },
  {
    name: 'an address that is found while its customer is erased',
    file: 'src/customers/customer.repository.ts',
    find: 'LIMIT 1 FOR KEY SHARE OF c) AS found`',
    replace: 'LIMIT 1) AS found`',
    specs: ['test/system/customers/erased-meanwhile.spec.ts'],
    breaks: 'words of a person belong to an erased customer, where no later erasure finds them',
  },
  {
    name: 'an answer to words that were erased meanwhile',
    file: 'src/webhooks/sending/delivery-try.service.ts',
    find: '(await this.bodyOf(inner, delivery)) === body',
    replace: "body !== ''",
    specs: [UNDER_WAY],
    breaks: 'what a slow receiver repeats of an erased person stays with the deliveries',
  },
];
