import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The network of an address: an IPv4 address itself, the /64 of an IPv6 address. */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  // Without the zone of a link-local address: ipaddr.js throws for an interface such as `br-lan` or `eth0.10`.
  const known = ipaddr.process(address.replace(/%.*/, ''));
  if (!(known instanceof ipaddr.IPv6)) return `${known}`;
  // With its zeros, as the version before counts it in the same windows.
  const groups = known.parts.slice(0, 4).map((group) => group.toString(16));
  return `${groups.join(':')}::/64`;
}
