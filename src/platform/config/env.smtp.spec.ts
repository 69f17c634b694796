import { ConfigError, readConfig } from './env.js';

const read = (url: string) => readConfig({ SMTP_URL: url });

// @proves E-20-1
describe('the server that takes mail', () => {
  it('is not needed', () => {
    expect(readConfig({})).toMatchObject({ smtp: undefined, smtpConnections: 3, smtpTimeoutMs: 60_000 });
  });

  it.each([
    ['smtp://mail.example', { host: 'mail.example', port: 587, tls: 'offered', login: undefined }],
    ['smtp://mail.example:25/', { host: 'mail.example', port: 25, tls: 'offered', login: undefined }],
    ['smtp://mail.example?tls=required', { host: 'mail.example', port: 587, tls: 'required' }],
    ['smtps://mail.example', { host: 'mail.example', port: 465, tls: 'always', login: undefined }],
    ['smtp://[::1]:2525', { host: '::1', port: 2525 }],
    ['smtp://postfach.münchen.example', { host: 'postfach.xn--mnchen-3ya.example' }],
    [
      'smtp://desk%40acme.example:p%3Aw%2F@mail.example',
      { tls: 'required', login: { user: 'desk@acme.example', password: 'p:w/' } },
    ],
    ['smtp://desk:pw@127.0.0.1:25?tls=off', { tls: 'never', login: { user: 'desk', password: 'pw' } }],
  ])('may be %s', (url, server) => {
    expect(read(url).smtp).toMatchObject(server);
  });

  it.each([
    'mail.example',
    'http://mail.example',
    'smtp://',
    'smtp://mail.example/path',
    'smtp://mail.example#x',
    'smtp://desk@mail.example',
    'smtp://desk:%zz@mail.example',
    'smtp://mail.example?tls=maybe',
    'smtps://mail.example?tls=off',
  ])('is not %s, and the mistake does not show the address', (url) => {
    expect(() => read(url)).toThrow(ConfigError);
    expect(() => read(url)).toThrow(/SMTP_URL: must be smtp:\/\/ or smtps:\/\//);
    if (url.includes('@')) expect(() => read(url)).not.toThrow(/desk/);
  });
});
