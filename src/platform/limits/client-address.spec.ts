import { clientOf } from './client-address.js';

describe('the client at an address', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
    ['::1', '::/64'],
    ['fe80::1%eth0', 'fe80::/64'],
    ['', 'unknown'],
    ['unknown', 'unknown'],
    ['203.0.113.7, 198.51.100.1', 'unknown'],
    [undefined, 'unknown'],
  ])('%j is %j', (address, client) => {
    expect(clientOf(address)).toBe(client);
  });

  it('is another client in the next network', () => {
    expect(clientOf('2001:db8:1:3::1')).not.toBe(clientOf('2001:db8:1:2::1'));
    expect(clientOf('203.0.113.8')).not.toBe(clientOf('203.0.113.7'));
  });
});
