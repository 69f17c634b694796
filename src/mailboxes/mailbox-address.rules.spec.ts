import { finishOf, mailboxAddressOf, mailboxName } from './mailbox-address.rules.js';

// @proves E-21-27
describe('the address of a mailbox', () => {
  it.each([
    ['imaps://support%40acme.example@imap.acme.example', 'imap.acme.example', 993, 'always', 'INBOX'],
    ['imaps://support%40acme.example@imap.acme.example:9993/', 'imap.acme.example', 9993, 'always', 'INBOX'],
    ['imap://support%40acme.example@[::1]/INBOX%2FSupport', '::1', 143, 'required', 'INBOX/Support'],
    ['imap://support%40acme.example@127.0.0.1?tls=off', '127.0.0.1', 143, 'never', 'INBOX'],
    [
      'imaps://support%40acme.example@imap.b%C3%BCcher.example',
      'imap.xn--bcher-kva.example',
      993,
      'always',
      'INBOX',
    ],
  ] as const)('names user, server, encryption and folder: %s', (text, host, port, tls, folder) => {
    expect(mailboxAddressOf(text)).toEqual({ user: 'support@acme.example', host, port, tls, folder });
  });

  it.each([
    'imap.acme.example',
    'https://support@imap.acme.example',
    'imaps://imap.acme.example',
    'imaps://support:secret@imap.acme.example',
    'imaps://support@',
    'imaps://support%ff@imap.acme.example',
    'imaps://support@imap.acme.example?tls=off',
    'imap://support@imap.acme.example?tls=maybe',
    'imaps://support@imap.acme.example/INBOX#1',
  ])('is not %s', (text) => {
    expect(mailboxAddressOf(text)).toBeNull();
  });

  it('names the same mailbox, whatever the port and the encryption are', () => {
    const names = ['imaps://a@IMAP.acme.example', 'imap://a@imap.acme.example:1143/INBOX'].map((text) => {
      const address = mailboxAddressOf(text);
      return address && mailboxName(address);
    });
    expect(names).toEqual(['a@imap.acme.example/INBOX', 'a@imap.acme.example/INBOX']);
  });
});

describe('what happens to a mail that is safe', () => {
  it('is one of three', () => {
    expect(['flag', 'delete', 'move:Done:2026'].map(finishOf)).toEqual([
      ...[{ do: 'flag' }, { do: 'delete' }, { do: 'move', folder: 'Done:2026' }],
    ]);
    expect(['', 'move:', 'move', 'FLAG', 'keep'].map(finishOf)).toEqual([null, null, null, null, null]);
  });
});
