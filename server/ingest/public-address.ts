// Which IP addresses a link may lead to: the public unicast ones, and networks the operator allows.
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

type Address = ReturnType<typeof ipaddr.process>;
type Network = [Address, number];

/** Global unicast (RFC 4291 section 2.4, IANA): nothing outside it is anybody's web server. */
const globalUnicast6: Network = [ipaddr.parse('2000::'), 3];
/** Where clouds hand out credentials: no allowlist opens these. */
const neverAllowed: readonly Network[] = [
  ipaddr.parseCIDR('169.254.0.0/16'),
  ipaddr.parseCIDR('fe80::/10'),
  ipaddr.parseCIDR('fd00:ec2::254/128'),
];

const isIn = (address: Address, [network, bits]: Network): boolean =>
  address.kind() === network.kind() && address.match(network, bits);

const isPublic = (address: Address): boolean =>
  address.range() === 'unicast' && (address.kind() === 'ipv4' || isIn(address, globalUnicast6));

export type AddressPolicy = (ip: string) => boolean;

/** Throws for an entry that is not a CIDR. */
export const createAddressPolicy = (allowedCidrs: readonly string[]): AddressPolicy => {
  const allowed = allowedCidrs.map((cidr): Network => {
    if (!ipaddr.isValidCIDR(cidr))
      throw new Error(`FETCH_ALLOW_CIDRS: “${cidr}” is not a network like 10.0.0.0/8`);
    return ipaddr.parseCIDR(cidr);
  });
  return (ip) => {
    if (ip.includes('%') || isIP(ip) === 0) return false;
    const address = ipaddr.process(ip);
    if (neverAllowed.some((network) => isIn(address, network))) return false;
    return isPublic(address) || allowed.some((network) => isIn(address, network));
  };
};
