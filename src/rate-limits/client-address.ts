import ipaddr from 'ipaddr.js';

/** How many bytes of an IPv6 address name a network: what one subscriber is given has any number of addresses. */
const NETWORK_BYTES = 8;

/**
 * What counts as one client: an IPv4 address, also when it is written as IPv6, or the /64 of an IPv6 address. What is no
 * address is one client together.
 */
export function clientOf(address: string | undefined): string {
  if (address === undefined || !ipaddr.isValid(address)) return 'unknown';
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  const network = parsed.toByteArray().map((byte, place) => (place < NETWORK_BYTES ? byte : 0));
  return `${new ipaddr.IPv6(network).toString()}/64`;
}
