// Lines of files for `import tickets`: a ticket, and comments on it.

export const REPLY = {
  author_email: 'oliver@acme.example',
  content: '<p>We are <b>on it</b>.</p>',
  created_at: '2022-01-16T09:00:00.000Z',
};
export const NOTE = { ...REPLY, comment_type: 'note', content: '<p>Ask the bank.</p>', message_id: 'n-1' };
export const ANSWER = {
  author_email: 'jane@customer.example',
  author_name: 'Jane Roe',
  content: '<p>Thanks</p>',
  created_at: '2022-01-17T09:00:00.000Z',
};

/** A ticket with further properties, such as `comments`. */
export const aTicketLine = (line: object = {}): object => ({
  email: 'john@customer.example',
  name: 'John Luther',
  subject: 'Payments',
  description: '<p>They hang.</p>',
  created_at: '2022-01-15T08:00:00.000Z',
  updated_at: '2022-01-18T08:00:00.000Z',
  external_id: 'T-1',
  source: 'other',
  ...line,
});
