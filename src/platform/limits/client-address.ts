import ipaddr from 'ipaddr.js';

/** The first 8 bytes of an IPv6 address name the network. One subscriber has a whole network of addresses. */
const NETWORK_BYTES = 8;

/** Reduces an address to a client: an IPv4 address, or the /64 network of an IPv6 address. All other texts are one client. */
export function clientOf(address: string | undefined): string {
  if (address === undefined || !ipaddr.isValid(address)) return 'unknown';
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  const network = parsed.toByteArray().map((byte, place) => (place < NETWORK_BYTES ? byte : 0));
  return `${new ipaddr.IPv6(network).toString()}/64`;
}
