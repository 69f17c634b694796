import { FormVisitor, MESSAGE, numberIn, openedIn, proofFor, summaryIn } from '../../support/data/forms.js';
import { aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { entriesOf } from '../../support/data/audit.js';
import { ticketEvents } from '../../support/data/events.js';
import { aMinuteLater } from '../../support/servers/clock.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let app: TestApp;
let desk: TestWorkspace;
let visitor: FormVisitor;
/** The controls of the fields by their names. */
const controls = new Map<string, string>();

const FIELDS = [
  { name: 'Order number', kind: 'text', is_required: true },
  { name: 'Steps', kind: 'textarea' },
  { name: 'Seats', kind: 'integer' },
  { name: 'Amount', kind: 'decimal' },
  { name: 'Needed on', kind: 'date' },
  { name: 'Urgent', kind: 'checkbox' },
  { name: 'Country', kind: 'single_option', options: ['India', 'Germany'], is_required: true },
  { name: 'Products', kind: 'multi_option', options: ['Desk', 'Chat', 'Forms'] },
  { name: 'Not asked for', kind: 'text', is_required: true },
  { name: 'For agents', kind: 'text', is_required_for_agent_when_submitting_form: true },
];

beforeAll(async () => {
  app = await startTestApp();
  desk = await aWorkspace(app, {
    fields: FIELDS,
    forms: [
      { title: 'Plain', slug: 'plain', success_message: 'Thanks <a lot>.' },
      { title: 'Order', slug: 'order', fields: FIELDS.slice(0, 8).map(({ name }) => name) },
    ],
  });
  visitor = new FormVisitor(app, desk.subdomain);
  const { body } = await desk.client.get('/fields').expect(200);
  for (const { id, name } of (body as { fields: { id: string; name: string }[] }).fields)
    controls.set(name, `field.${id}`);
});

/** Values by the names of the fields. */
const filled = (values: Record<string, string | readonly string[]>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [controls.get(name) ?? name, value]));

const ticketCount = async (): Promise<number> => {
  const { body } = await desk.client.get('/tickets?page_size=1').expect(200);
  return (body as { pagination: { total_records: number } }).pagination.total_records;
};
const ticket = async (number: number, include = 'channel') => {
  const { body } = await desk.client.get(`/tickets/${number}?include=${include}`).expect(200);
  return (body as { ticket: Record<string, unknown> }).ticket;
};

describe('a form that is sent', () => {
  // @proves E-19-5
  it('makes a ticket and leads to a thank-you page with its number', async () => {
    const sent = await visitor.send('plain');
    expect(sent.status).toBe(303);
    const path = `/forms/${sent.headers['location']}`;
    const { text } = await visitor.get(path).expect(200);
    expect(text).toContain('Thanks &lt;a lot&gt;.');
    const count = await ticketCount();
    await visitor.get(path).expect(200);
    expect(await ticketCount()).toBe(count);
    expect(await ticket(numberIn(text))).toMatchObject({
      ...{ subject: 'My printer', channel: 'form', status: 'new', priority: 'medium' },
      description: '<p>It does not print.</p><p>Please help.</p>',
      customer: { name: 'Ada Byron', email: 'ada@customer.example' },
    });
  });

  // @proves E-19-3, E-19-6
  it('has values of all eight kinds, as the API would take them', async () => {
    const sent = await visitor.send(
      'order',
      filled({
        ...{ 'Order number': ' A-1 ', Steps: 'one\r\ntwo', Seats: ' 12 ', Amount: '-1.50', Urgent: 'true' },
        ...{ 'Needed on': '2026-02-28', Country: 'Germany', Products: ['Forms', 'Desk'] },
      }),
    );
    expect(sent.status).toBe(303);
    const { text } = await visitor.get(`/forms/${sent.headers['location']}`);
    const { fields } = (await ticket(numberIn(text))) as {
      fields: { field_name: string; field_value: unknown }[];
    };
    expect(fields.map(({ field_name, field_value }) => [field_name, field_value])).toEqual([
      ['Order number', ' A-1 '],
      ['Steps', 'one\ntwo'],
      ['Seats', 12],
      ['Amount', -1.5],
      ['Needed on', '2026-02-28'],
      ['Urgent', true],
      ['Country', 'Germany'],
      ['Products', ['Desk', 'Forms']],
    ]);
  });

  // @proves E-19-3
  it('can be sent without files and without scripts', async () => {
    const { token } = await visitor.open('plain');
    const sent = await aMinuteLater(async () => visitor.postPlain('plain', { token, ...MESSAGE }));
    expect(sent.status).toBe(303);
  });

  // @proves E-19-7
  it('is an event and an entry of the audit trail, by the form', async () => {
    const sent = await visitor.send('plain', { email: 'new@customer.example' });
    const number = numberIn((await visitor.get(`/forms/${sent.headers['location']}`)).text);
    const { id } = (await ticket(number)) as { id: string };
    const events = await ticketEvents(desk, number);
    expect(events.map(({ type }) => type)).toEqual(['ticket.created', 'form.submitted']);
    expect(events[1]?.data).toEqual({
      ticket: { id, number },
      form: { id: expect.any(String), slug: 'plain' },
      actor: { type: 'form', id: null, name: 'plain' },
      silent: false,
    });
    const entries = (await entriesOf(desk)).filter(({ subject_id: subject }) => subject === id);
    expect(entries.map(({ action, actor, api_key_id: key }) => [action, actor, key])).toEqual(
      expect.arrayContaining([
        ['ticket.created', 'form plain', null],
        ['form.submitted', 'form plain', null],
      ]),
    );
  });

  // @proves E-19-8
  it('does not reveal that a customer is known, and does not change the customer', async () => {
    const customer = { emails: ['grace@customer.example'], first_name: 'Grace', last_name: 'Hopper' };
    await desk.client.post('/customers', { customer }).expect(200);
    const sent = await visitor.send('plain', { email: 'GRACE@customer.example', name: 'Somebody' });
    const { text } = await visitor.get(`/forms/${sent.headers['location']}`);
    expect(`${sent.text} ${text}`).not.toMatch(/Grace|Hopper/i);
    expect(await ticket(numberIn(text))).toMatchObject({ customer: { name: 'Grace Hopper' } });
  });
});

describe('the thank-you page', () => {
  it('says that no mail was sent when the workspace has no address for mail, or the service no mail server', async () => {
    const forms = { forms: [{ title: 'Plain', slug: 'plain' }] };
    for (const settings of [{}, { mail_from: 'support@acme.example' }]) {
      const { subdomain } = await aWorkspace(app, forms, settings);
      const guest = new FormVisitor(app, subdomain);
      const sent = await guest.send('plain');
      const { text } = await guest.get(`/forms/${sent.headers['location']}`).expect(200);
      expect(text).toContain('No e-mail was sent, so please keep the number of your request.');
      expect(text).not.toContain('We confirm it');
    }
  });
});

describe('a form with mistakes', () => {
  // @proves E-19-9
  it('comes back with all of them, in a list with links and at each control', async () => {
    const count = await ticketCount();
    const sent = await visitor.send('order', {
      ...{ email: 'nobody', subject: ' ', message: '', name: 'x'.repeat(256) },
      ...filled({
        ...{ 'Order number': ' ', Seats: '1.5', Amount: '1,5', 'Needed on': '2026-02-30' },
        ...{ Country: 'Atlantis', Products: ['Desk', 'Nothing'], Steps: 'x'.repeat(65_536) },
      }),
    });
    expect(sent.status).toBe(422);
    expect(summaryIn(sent.text)).toEqual([
      'Write an e-mail address, such as name@example.com.',
      'Your name: write one line of at most 255 characters.',
      'Subject: please fill this in.',
      'Message: please fill this in.',
      'Order number: please fill this in.',
      'Steps: write at most 65535 characters.',
      'Seats: write a whole number, such as 12.',
      'Amount: write a number, such as 12.5.',
      'Needed on: write a date as year-month-day, such as 2026-01-31.',
      'Country: choose from the list.',
      'Products: choose from the list.',
    ]);
    const ids = [...sent.text.matchAll(/<li><a href="#([^"]+)"/g)].map(([, id = '']) => id);
    for (const id of ids) {
      expect(sent.text).toContain(`id="${id}"`);
      expect(sent.text).toContain(`id="${id}-error"`);
    }
    expect(sent.text).toMatch(/<title>Error: Order<\/title>/);
    expect(await ticketCount()).toBe(count);
  });

  // @proves E-19-9
  it('keeps everything that was typed, and the same page can be sent again', async () => {
    const typed = {
      ...{ name: 'Ada "B" <c>', email: 'ada@customer.example', subject: '', message: '\n<b>&amp;\nline' },
      ...filled({
        'Order number': 'A-2',
        Country: 'India',
        Products: ['Chat'],
        Urgent: 'true',
        Steps: 'a\nb',
      }),
    };
    const sent = await visitor.send('order', typed);
    expect(sent.status).toBe(422);
    expect(sent.text).toContain('value="Ada &quot;B&quot; &lt;c&gt;"');
    expect(sent.text).toContain('\n\n&lt;b&gt;&amp;amp;\nline</textarea>');
    expect(sent.text).toMatch(/<option value="India" selected>/);
    expect(sent.text).toMatch(/value="Chat" checked/);
    expect(sent.text).toMatch(/value="true" checked/);
    const { token, proof } = openedIn(sent.text);
    const again = await aMinuteLater(async () =>
      visitor.post('order', { ...typed, token, proof, subject: 'Now with a subject' }),
    );
    expect(again.status).toBe(303);
  });

  // @proves E-19-6
  it('asks for what the form asks for, and not for what agents have to fill in', async () => {
    const wrong = await visitor.send('order', filled({ 'Order number': 'A-3' }));
    expect(summaryIn(wrong.text)).toEqual(['Country: please choose.']);
    expect((await visitor.send('order', filled({ 'Order number': 'A-3', Country: 'India' }))).status).toBe(
      303,
    );
  });

  // @proves E-19-6
  it('is refused whole when its message is too long for a ticket', async () => {
    const sent = await visitor.send('plain', { message: 'x'.repeat(300_000) });
    expect(sent.status).toBe(422);
    expect(summaryIn(sent.text)).toEqual(['The message is too long. Please make it shorter.']);
  });

  // @proves E-19-2
  it('and a body that is no form have a page for people', async () => {
    const { token } = await visitor.open('plain');
    const large = await visitor.postPlain('plain', { token, message: 'x'.repeat(1_100_000) });
    expect([large.status, large.type]).toEqual([413, 'text/html']);
    expect(large.text).toContain('make your message shorter');
    const many = await visitor.postPlain('plain', { token, more: Array<string>(20_001).fill('') });
    expect([many.status, many.text]).toEqual([413, large.text]);
    const json = await visitor.postPlain('plain', {}).type('json').send('{}');
    expect([json.status, json.type]).toEqual([415, 'text/html']);
  });
});

describe('a double click', () => {
  // @proves E-19-14
  it('makes one ticket, and both answers lead to it', async () => {
    const opened = await visitor.open('plain');
    const typed = { token: opened.token, proof: proofFor(opened), ...MESSAGE, subject: 'Twice' };
    const count = await ticketCount();
    const answers = await aMinuteLater(() =>
      Promise.all([1, 2, 3].map(async () => visitor.post('plain', typed))),
    );
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303]);
    expect(new Set(answers.map(({ headers }) => headers['location'] as string)).size).toBe(1);
    expect(await ticketCount()).toBe(count + 1);
    const late = await aMinuteLater(async () => visitor.post('plain', typed));
    expect(late.headers['location']).toBe(answers[0]?.headers['location']);
    expect(await ticketCount()).toBe(count + 1);
  });

  // @proves E-19-14
  it('with other words is no double click: the page says so and keeps them', async () => {
    const opened = await visitor.open('plain');
    const typed = { token: opened.token, proof: proofFor(opened), ...MESSAGE };
    await aMinuteLater(async () => {
      await visitor.post('plain', typed).expect(303);
      const other = await visitor.post('plain', { ...typed, message: 'Something else' }).expect(422);
      expect(summaryIn(other.text)[0]).toContain('used for another message');
      expect(other.text).toContain('Something else</textarea>');
      expect(openedIn(other.text).token).not.toBe(opened.token);
    });
  });
});
