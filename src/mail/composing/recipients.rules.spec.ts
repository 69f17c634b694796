import { recipientsOf } from './recipients.rules.js';

const DESK = { mailFrom: 'Help@Acme.example', replyTo: 'Answers@Acme.example' };

it('No mail goes to an address of the desk, in whatever letters the manifest and the ticket have it.', () => {
  const cc = ['answers@acme.example', 'ann@shop.example'].map((email) => ({ role: 'cc', email }));
  expect(recipientsOf(DESK, 'help@acme.EXAMPLE', cc)).toEqual({ to: ['ann@shop.example'], cc: [] });
  expect(recipientsOf(DESK, 'HELP@ACME.EXAMPLE')).toEqual({ to: [], cc: [] });
  expect(recipientsOf(DESK, 'eve@shop.example', cc)).toEqual({
    to: ['eve@shop.example'],
    cc: ['ann@shop.example'],
  });
});
