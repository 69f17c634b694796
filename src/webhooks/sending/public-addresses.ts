import { lookup as lookUp, type LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Says that an endpoint has an address that webhooks must not reach. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused';

  constructor(host: string) {
    super(`${host} is not an address of the public internet`);
  }
}

type Address = ReturnType<typeof ipaddr.process>;
type Network = ReturnType<typeof ipaddr.parseCIDR>;

/** Asks for all addresses of a name, as `lookup` of Node.js does. */
export type Resolve = (
  host: string,
  options: { readonly all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses?: LookupAddress[]) => void,
) => void;

/** Allows endpoints public addresses, and those of networks that the operator names. */
export class PublicAddresses {
  private readonly networks: readonly Network[];

  constructor(
    allowedNetworks: readonly string[],
    private readonly resolve: Resolve = lookUp,
  ) {
    this.networks = allowedNetworks.map((network) => ipaddr.parseCIDR(network));
  }

  /** Tells whether a connection to this address may be made. A text that is no address is refused. */
  allow(text: string): boolean {
    if (!ipaddr.isValid(text)) return false;
    // An IPv4 address that is written as an IPv6 one is judged as what it is.
    const address = ipaddr.process(text);
    return isPublic(address) || this.networks.some((network) => isIn(address, network));
  }

  /** Looks a name up for the connection itself, so that no second answer can differ. One refused address refuses the name. */
  readonly lookup: LookupFunction = (host, options, callback) => {
    this.resolve(host, { all: true }, (error, addresses) => {
      const found = addresses ?? [];
      const [first] = found;
      if (error) callback(error, []);
      else if (!first || !found.every(({ address }) => this.allow(address)))
        callback(new AddressRefused(host), []);
      else if (options.all) callback(null, found);
      else callback(null, first.address, first.family);
    });
  };
}

/** Global unicast (RFC 4291). Every other address, such as NAT64 with a prefix of its own, is refused. */
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3');
/** For examples in documents (RFC 9637), which the library does not know yet. */
const DOCUMENTATION = ipaddr.parseCIDR('3fff::/20');

function isPublic(address: Address): boolean {
  if (address.range() !== 'unicast') return false;
  if (address.kind() === 'ipv4') return true;
  return isIn(address, GLOBAL_UNICAST) && !isIn(address, DOCUMENTATION);
}

function isIn(address: Address, network: Network): boolean {
  return address.kind() === network[0].kind() && address.match(network);
}
